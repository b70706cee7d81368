/** The messages between the hub and the history threads. */
import type { Line } from '../lib/line-splitter.ts';
import type { HistoryProgress, SearchQuery } from '../protocol/history.ts';
import type { KeptFile } from '../store/history/history-reader.ts';
import type { Found } from './search-history.ts';

/** Most objects are short-lived: a larger nursery would only hold more garbage. */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 12 };

/**
 * Asks a thread to end. Terminating one from outside while it uses the database would crash the whole
 * process.
 */
export const STOP = 'stop';

export type ThreadOrder =
  | {
      readonly role: 'index';
      readonly file: string;
      readonly configFolder: string;
      readonly program: string;
      /** Not 0 once it must end: a busy thread receives no messages. */
      readonly stopping: Int32Array;
    }
  /** Reads files for the thread that writes. */
  | { readonly role: 'parse' }
  | { readonly role: 'read'; readonly file: string };

/**
 * To the thread that reads transcripts: check again, everything or only these transcripts and their
 * subagents.
 */
export interface IndexRequest {
  readonly transcripts: readonly string[] | 'all';
  /** For how many days the copy of a deleted transcript is kept; 0 means forever. */
  readonly days?: number;
}

export type IndexNews =
  | { readonly type: 'progress'; readonly progress: HistoryProgress }
  /** `unreadable` and `gone` are known once all were checked. */
  | { readonly type: 'done'; readonly totals: Totals; readonly unreadable?: number; readonly gone?: Gone }
  | { readonly type: 'notice'; readonly text: string }
  /** The thread ends after this. */
  | { readonly type: 'failed'; readonly reason: string };

/** Sessions whose transcript is gone, and those whose transcript is back. */
export interface Gone {
  readonly gone: readonly string[];
  readonly back: readonly string[];
}

export interface Totals {
  readonly files: number;
  readonly bytes: number;
  readonly bytesRead: number;
  readonly filesGone: number;
}

/** The reading thread's requests and replies. */
export interface Questions {
  search: { readonly ask: SearchQuery; readonly answer: Found };
  /** The files of a session. */
  files: { readonly ask: string; readonly answer: readonly KeptFile[] };
  /** Rows of a file after an offset. */
  lines: { readonly ask: { file: number; after: number }; readonly answer: readonly Line[] };
}

export type ReadRequest = {
  [Kind in keyof Questions]: {
    readonly id: number;
    readonly kind: Kind;
    readonly ask: Questions[Kind]['ask'];
  };
}[keyof Questions];

export type ReadReply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: string };
