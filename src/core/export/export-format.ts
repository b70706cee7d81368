/** What every format of an export must be able to write. Pieces are written in the order of the conversation. */
import type { Interaction } from '../../protocol/interactions.ts';
import type { Agent, Item, SessionDetails } from '../../protocol/session.ts';

export interface ExportAbout {
  readonly session: SessionDetails;
  readonly exportedAt: string;
  /** Whether secrets were taken out. */
  readonly isMasked: boolean;
  /** The zone in which moments are shown. */
  readonly timeZone: string;
}

export interface ExportFormat {
  begin(): string;
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
