/** The state while a transcript file is read row by row, and the result of reading one row. */
import type { EventBody, Observed } from '../protocol/events.ts';
import { RowPrompts } from './row-prompts.ts';

export interface TranscriptState {
  /** The subagent whose file this is. */
  readonly agentId?: string;
  /** The time of the newest row that had one, used for rows without a time. */
  readonly at: number;
  /** Where the newest row was written: `cli` is a terminal. */
  readonly entrypoint?: string;
  /** The running turn: the uuid of the row that started it. */
  readonly promptId?: string;
  /**
   * Claude Code's id of that prompt. In a forked session all copied prompts and the first new one share it.
   */
  readonly claudePromptId?: string;
  /** Where the running turn seems to have ended: a turn in a terminal usually has a row for its end. */
  readonly lastText?: { readonly at: number; readonly position: number } | undefined;
  /**
   * The prompt that each row followed, to detect a later prompt that goes back before others. Shared by the
   * successive states of one file, and append-only.
   */
  readonly promptByRow: RowPrompts;
  /** The prompts of the active branch, oldest first. */
  readonly branch: readonly string[];
  /** The error of the running turn, if any. */
  readonly failure?: string;
  /** The newest compaction, whose summary comes in a later row. */
  readonly boundary?: string;
  /** The item of the newest slash command, whose output comes in a later row. */
  readonly command?: string;
  readonly costUsd?: number;
  readonly isTitled?: boolean;
  /** Reading started where an earlier hub had stopped: older rows and prompts are unknown. */
  readonly isPartial?: boolean;
  /** A prompt went back to an unknown row: the file must be read from its start. */
  readonly isLost?: boolean;
  /** The last observed values: only changes are reported. */
  readonly seen: Observed;
}

/** A fact from a row, before the common parts are added. */
export type RowFact = EventBody & {
  readonly key: string;
  readonly item?: string;
  /** Where and when it happened, if not in this row. */
  readonly position?: number;
  readonly at?: number;
};

export interface RowReading {
  readonly facts: readonly RowFact[];
  readonly next?: Partial<TranscriptState>;
  readonly observed?: Observed;
}

export const NOTHING: RowReading = { facts: [] };

export function newTranscriptState(agentId?: string): TranscriptState {
  return {
    at: 0,
    seen: {},
    promptByRow: new RowPrompts(),
    branch: [],
    ...(agentId !== undefined && { agentId }),
  };
}
