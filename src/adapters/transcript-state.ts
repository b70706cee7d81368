/** What is remembered while a transcript file is read row by row, and how a reading of one row looks. */
import type { EventBody, Observed } from '../protocol/events.ts';
import { RowPrompts } from './row-prompts.ts';

export interface TranscriptState {
  /** The subagent whose file this is. */
  readonly agentId?: string;
  /** The time of the newest row that had one; rows without take it. */
  readonly at: number;
  /** Where the newest row was written: `cli` is a terminal. */
  readonly entrypoint?: string;
  /** Whose turn it is: the uuid of the row that began it. */
  readonly promptId?: string;
  /** What Claude Code calls that prompt. In a forked session all copied prompts and the first new one are called the same. */
  readonly claudePromptId?: string;
  /** Where the running turn seems to have ended: a turn in a terminal usually has a row that says so. */
  readonly lastWords?: { readonly at: number; readonly position: number } | undefined;
  /**
   * Which prompt each row followed, to see when a later prompt goes back behind others.
   * Shared between the successive states of one file, and only added to.
   */
  readonly promptByRow: RowPrompts;
  /** The prompts of the branch that counts, oldest first. */
  readonly branch: readonly string[];
  /** The error that the running turn met, if any. */
  readonly failure?: string;
  /** The newest compaction, whose summary comes in a later row. */
  readonly boundary?: string;
  /** The item of the newest slash command, whose output comes in a later row. */
  readonly command?: string;
  readonly costUsd?: number;
  readonly isTitled?: boolean;
  /** Reading began where an earlier hub had stopped: older rows and prompts are not known. */
  readonly isPartial?: boolean;
  /** A prompt went back to what is not known: the file has to be read from its beginning. */
  readonly isLost?: boolean;
  /** What was observed last: only changes are told. */
  readonly seen: Observed;
}

/** A fact as a row tells it, before the common parts are added. */
export type Told = EventBody & {
  readonly key: string;
  readonly item?: string;
  /** Where and when it happened, if not in this row. */
  readonly position?: number;
  readonly at?: number;
};

export interface RowReading {
  readonly told: readonly Told[];
  readonly next?: Partial<TranscriptState>;
  readonly observed?: Observed;
}

export const NOTHING: RowReading = { told: [] };

export function newTranscriptState(agentId?: string): TranscriptState {
  return {
    at: 0,
    seen: {},
    promptByRow: new RowPrompts(),
    branch: [],
    ...(agentId !== undefined && { agentId }),
  };
}
