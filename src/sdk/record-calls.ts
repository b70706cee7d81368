/**
 * The client calls that read a session as a whole: its timeline, its rules, its export, and its tokens and
 * costs.
 */
import { ReinsError } from '../protocol/errors.ts';
import type { ExportFormatName } from '../protocol/export.ts';
import type { PermissionRuleList } from '../protocol/permission-rules.ts';
import type { Timeline } from '../protocol/timeline.ts';
import type { UsageGroup, UsageReport } from '../protocol/usage.ts';
import type { CallHub, SendToHub } from './hub-request.ts';

/** How to export a session. */
export interface ExportChoice {
  /** Markdown by default. */
  readonly format?: ExportFormatName;
  /** Leaves secrets unmasked; requires the role operator. */
  readonly raw?: boolean;
  /** Ends the download. */
  readonly signal?: AbortSignal;
}

/** Which usage to sum up. */
export interface UsageFilter {
  /** What each row stands for; days by default. */
  readonly group?: UsageGroup;
  /** First and last day, inclusive: `2026-01-31`. */
  readonly since?: string;
  /** The last day, inclusive. */
  readonly until?: string;
  /** Only this folder. */
  readonly project?: string;
  /** Only this model. */
  readonly model?: string;
  /** Only this session. */
  readonly session?: string;
  /** In a fleet: only this host, by name or id. */
  readonly host?: string;
  /** At most this many rows, the most expensive. */
  readonly limit?: number;
}

/** Calls that read a session as a whole. */
export interface RecordCalls {
  /** Tokens and costs over every session, past and present. */
  usage(filter?: UsageFilter): Promise<UsageReport>;
  /** How the time of the session was spent. */
  timeline(sessionId: string): Promise<Timeline>;
  /** What Claude Code itself allows, asks and denies in the session, and the source of each rule. */
  permissionRules(sessionId: string): Promise<PermissionRuleList>;
  /** A whole session as a file, streamed. */
  exportSession(sessionId: string, choice?: ExportChoice): Promise<ReadableStream<Uint8Array>>;
}

export function recordCalls(call: CallHub, send: SendToHub): RecordCalls {
  return {
    usage: (filter = {}) => call('GET /api/usage', { query: { ...filter } }),
    timeline: (id) => call('GET /api/sessions/:id/timeline', { params: { id } }),
    permissionRules: (id) => call('GET /api/sessions/:id/permission-rules', { params: { id } }),
    async exportSession(id, { signal, ...query } = {}) {
      const { body } = await send('GET /api/sessions/:id/export', { params: { id }, query, signal });
      if (!body) throw new ReinsError('internal', 'The hub returned no file.');
      return body;
    },
  };
}
