/** What every format of an export must be able to write. Pieces are written in the order of the conversation. */
import type { Interaction } from '../../protocol/interactions.ts';
import type { Agent, Item, SessionDetails } from '../../protocol/session.ts';

/** What is known before the session has been looked at. */
export interface ExportFrame {
  readonly exportedAt: string;
  /** Whether secrets were taken out. */
  readonly isMasked: boolean;
  /** The zone in which moments are shown. */
  readonly timeZone: string;
}

export interface ExportAbout extends ExportFrame {
  readonly session: SessionDetails;
}

export interface ExportFormat {
  /** What comes before anything about the session. */
  open(): string;
  begin(session: SessionDetails): string;
  /** The item without its end: the conversation of a subagent that it began may follow. */
  openItem(item: Item, interactions: readonly Interaction[]): string;
  closeItem(item: Item): string;
  openAgent(agent: Agent): string;
  closeAgent(agent: Agent): string;
  /** Subagents of which no call is known, and asks that belong to no call. */
  beginRest(): string;
  looseInteraction(interaction: Interaction): string;
  end(): string;
}
