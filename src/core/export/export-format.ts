/** The interface of an export format. Pieces are written in the order of the conversation. */

import type { Item } from '../../protocol/conversation.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Agent, SessionDetails } from '../../protocol/session.ts';

/** Known before the session is read. */
export interface ExportFrame {
  readonly exportedAt: string;
  /** Whether secrets are masked. */
  readonly isMasked: boolean;
  /** The time zone for times shown. */
  readonly timeZone: string;
}

export interface ExportAbout extends ExportFrame {
  readonly session: SessionDetails;
}

export interface ExportFormat {
  /** Written before anything about the session. */
  open(): string;
  begin(session: SessionDetails): string;
  /** The item without its end: the conversation of the subagent that it started may follow. */
  openItem(item: Item, interactions: readonly Interaction[]): string;
  closeItem(item: Item): string;
  openAgent(agent: Agent): string;
  closeAgent(agent: Agent): string;
  /** Subagents whose call is unknown, and requests that do not belong to a call. */
  beginRest(): string;
  looseInteraction(interaction: Interaction): string;
  end(): string;
}
