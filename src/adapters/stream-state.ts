/** The state while the output of a run is read line by line, and the result of reading one line. */
import type { Draft } from '../core/draft.ts';
import type { SessionState } from '../core/session-state.ts';
import type { EventBody, Observed } from '../protocol/events.ts';
import type { TextDelta } from '../protocol/live.ts';

/**
 * Nothing here has to be stored: the journal's checkpoint names the session, and stays before a block while
 * it is open, so that a hub that adopts the run reads the block from its start.
 */
export interface StreamState {
  /** The session that the run serves now. */
  readonly sessionId: string;
  /** The block of the main conversation that is being written. */
  readonly block?: { readonly messageId: string; readonly index: number } | undefined;
  /** Why the conversation is about to continue under another id. */
  readonly reset?: string | undefined;
  /** The newest compaction, whose summary comes in a later line. */
  readonly boundary?: string | undefined;
}

/** The place of a line, and what the log knows. */
export interface StreamContext {
  /** When it was written, in milliseconds. */
  readonly at: number;
  /** Where it ends in the run's journal; orders a conversation that has no transcript. */
  readonly position: number;
  readonly pid: number;
  readonly startMark: string;
  session(sessionId: string): SessionState | undefined;
  /** The prompt that was sent with this id. */
  prompt(sessionId: string, messageId: string): KnownPrompt | undefined;
  /** The newest prompt up to this line, for turns without a prompt. */
  lastPrompt(sessionId: string): KnownPrompt | undefined;
}

export interface KnownPrompt {
  readonly promptId: string;
  /** Its place in the conversation. */
  readonly position?: number | undefined;
}

/** A fact from a line, before the common parts are added. */
export type StreamFact = EventBody & {
  /** Lines may be read twice: without a key they would be reported twice. */
  readonly key: string;
  readonly item?: string;
  readonly position?: number;
  readonly agent_id?: string;
  readonly observed?: Observed;
};

/** A piece of text that is being written. */
export interface LivePiece {
  readonly type: TextDelta['type'];
  readonly sessionId: string;
  /** The item of the complete text. */
  readonly item: string;
  readonly text: string;
}

/** The result of reading one line. */
export interface LineReading {
  readonly facts?: readonly StreamFact[];
  /** Facts about other sessions. */
  readonly elsewhere?: readonly { readonly sessionId: string; readonly facts: readonly StreamFact[] }[];
  readonly live?: LivePiece;
  /** Nothing more is being written. */
  readonly isQuiet?: boolean;
  readonly next?: Partial<StreamState>;
}

export const NOTHING: LineReading = {};

export interface StreamReading {
  readonly batches: readonly { readonly sessionId: string; readonly drafts: readonly Draft[] }[];
  readonly live?: LivePiece;
  readonly isQuiet?: boolean;
  readonly state: StreamState;
}
