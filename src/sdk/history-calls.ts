/** The calls about past sessions: a part of the client. */
import type { HistoryStatus, Prune, Pruned, SearchAnswer, SearchRole } from '../protocol/history.ts';
import type { CallHub } from './hub-request.ts';

export interface SearchFilter {
  /** A folder, or the last part of its name. */
  readonly project?: string;
  readonly branch?: string;
  readonly tool?: string;
  readonly role?: SearchRole;
  /** Part of the path of a file that a tool was given. */
  readonly file?: string;
  readonly session?: string;
  readonly errors?: boolean;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

export interface HistoryCalls {
  /** Full text over all sessions there are and were. The last word may be unfinished. */
  search(q: string, filter?: SearchFilter, signal?: AbortSignal): Promise<SearchAnswer>;
  /** How far transcripts have been read, and how much room they take. */
  history(): Promise<HistoryStatus>;
  /** Removes ended sessions without recent activity from the event log, or reports what would be removed. */
  prune(request?: Prune): Promise<Pruned>;
}

export function historyCalls(call: CallHub): HistoryCalls {
  return {
    search: (q, filter = {}, signal) => call('GET /api/search', { query: { q, ...filter }, signal }),
    history: () => call('GET /api/history'),
    prune: (body = {}) => call('POST /api/history/prune', { body }),
  };
}
