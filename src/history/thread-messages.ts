/** What the hub and the threads of history say to each other. */
import type { Line } from '../lib/line-splitter.ts';
import type { HistoryProgress, SearchQuery } from '../protocol/history.ts';
import type { KeptFile } from '../store/history/history-reader.ts';
import type { Found } from './search-history.ts';

/** What is read is soon done with: a larger nursery would only hold more of what is over. */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 12 };

/**
 * Asks a thread to end by itself. One that is ended from outside while it is in the database takes the whole process
 * with it.
 */
export const STOP = 'stop';

export type ThreadOrder =
  | {
      readonly role: 'index';
      readonly file: string;
      readonly configFolder: string;
      readonly program: string;
      /** Not 0 once it is to end: a thread at work hears no messages. */
      readonly stopping: Int32Array;
    }
  /** Reads files for the thread that writes. */
  | { readonly role: 'parse' }
  | { readonly role: 'read'; readonly file: string };

/** To the thread that reads transcripts: look again, at everything or at these transcripts and their subagents'. */
export interface IndexRequest {
  readonly transcripts: readonly string[] | 'all';
  /** How many days what is kept of a removed transcript stays; 0 for ever. */
  readonly days?: number;
}

export type IndexNews =
  | { readonly type: 'progress'; readonly progress: HistoryProgress }
  /** `unreadable` and `gone` are known when all were looked at. */
  | { readonly type: 'done'; readonly totals: Totals; readonly unreadable?: number; readonly gone?: Gone }
  | { readonly type: 'notice'; readonly text: string }
  /** The thread ends after this. */
  | { readonly type: 'failed'; readonly reason: string };

/** Sessions whose transcript is gone, and those whose transcript was and is there again. */
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

/** What the thread that reads can be asked, and what it answers. */
export interface Questions {
  search: { readonly ask: SearchQuery; readonly answer: Found };
  /** The files of a session. */
  files: { readonly ask: string; readonly answer: readonly KeptFile[] };
  /** Rows of a file behind an offset. */
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
