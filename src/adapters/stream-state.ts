/** What is remembered while the output of a run is read line by line, and how a reading of one line looks. */
import type { Draft } from '../core/draft.ts';
import type { SessionState } from '../core/session-state.ts';
import type { EventBody, Observed } from '../protocol/events.ts';
import type { TextDelta } from '../protocol/live.ts';

/**
 * Nothing here has to be stored: the session is kept with the journal's checkpoint, and the checkpoint stays before a
 * block for as long as it is open, so that a hub which takes up the run reads the block from its beginning.
 */
export interface StreamState {
  /** The session that the run serves now. */
  readonly sessionId: string;
  /** The block of the main conversation that is being written. */
  readonly block?: { readonly messageId: string; readonly index: number } | undefined;
  /** Why the conversation is about to go on under another id. */
  readonly reset?: string | undefined;
  /** The newest compaction, whose summary comes in a later line. */
  readonly boundary?: string | undefined;
}

/** Where a line stands, and what the log knows. */
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
  /** The newest prompt up to this line, for turns that nobody asked for. */
  lastPrompt(sessionId: string): KnownPrompt | undefined;
}

export interface KnownPrompt {
  readonly promptId: string;
  /** Where it stands in the conversation. */
  readonly position?: number | undefined;
}

/** A fact as a line tells it, before the common parts are added. */
export type StreamFact = EventBody & {
  /** Lines may be read twice: without a key they would be told twice. */
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
  /** The item that the whole will be. */
  readonly item: string;
  readonly text: string;
}

/** What one line tells. */
export interface LineReading {
  readonly told?: readonly StreamFact[];
  /** What it tells of other sessions. */
  readonly elsewhere?: readonly { readonly sessionId: string; readonly told: readonly StreamFact[] }[];
  readonly live?: LivePiece;
  /** Nothing is being written any more. */
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
