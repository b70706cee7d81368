/** The client calls about past sessions. */
import type { HistoryStatus, Prune, Pruned, SearchAnswer, SearchRole } from '../protocol/history.ts';
import type { CallHub } from './hub-request.ts';

/** What to search. */
export interface SearchFilter {
  /** A folder, or the last part of its path. */
  readonly project?: string;
  /** Only this Git branch. */
  readonly branch?: string;
  /** Only calls of this tool. */
  readonly tool?: string;
  /** Only texts by this author. */
  readonly role?: SearchRole;
  /** Part of the path of a file in a tool call. */
  readonly file?: string;
  /** Only this session, by the start of its id. */
  readonly session?: string;
  /** Only tool calls that failed. */
  readonly errors?: boolean;
  /** In a fleet: only this host, by name or id. */
  readonly host?: string;
  /** Only what happened since then. */
  readonly since?: string;
  /** Only what happened until then. */
  readonly until?: string;
  /** The most results on a page. */
  readonly limit?: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string;
}

/** Calls about past sessions. */
export interface HistoryCalls {
  /** Full-text search over every session, past and present. The last word may be incomplete. */
  search(q: string, filter?: SearchFilter, signal?: AbortSignal): Promise<SearchAnswer>;
  /** How much of the transcripts has been read, and the disk space used. */
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
