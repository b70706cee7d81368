/** What the hub and the threads of history say to each other. */
import type { HistoryProgress, SearchQuery } from '../protocol/history.ts';
import type { Found } from './search-history.ts';

export type ThreadOrder =
  | { readonly role: 'index'; readonly file: string; readonly configFolder: string }
  | { readonly role: 'read'; readonly file: string };

/** To the thread that reads transcripts: look again, at everything or at these transcripts and their subagents'. */
export interface IndexRequest {
  readonly transcripts: readonly string[] | 'all';
}

export type IndexNews =
  | { readonly type: 'progress'; readonly progress: HistoryProgress }
  /** `unreadable` is known when all were looked at. */
  | { readonly type: 'done'; readonly totals: Totals; readonly unreadable?: number }
  | { readonly type: 'notice'; readonly text: string }
  /** The thread ends after this. */
  | { readonly type: 'failed'; readonly reason: string };

export interface Totals {
  readonly files: number;
  readonly bytes: number;
  readonly bytesRead: number;
  readonly filesGone: number;
}

export interface ReadRequest {
  readonly id: number;
  readonly query: SearchQuery;
}

export type ReadReply =
  | { readonly id: number; readonly found: Found }
  | { readonly id: number; readonly failure: string };
