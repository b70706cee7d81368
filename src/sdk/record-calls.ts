/** The calls of a client that look at a session as a whole: what happened when, its rules, all of it as a file, tokens and costs. */
import { ReinsError } from '../protocol/errors.ts';
import type { ExportFormatName } from '../protocol/export.ts';
import type { PermissionRuleList } from '../protocol/permission-rules.ts';
import type { Timeline } from '../protocol/timeline.ts';
import type { UsageGroup, UsageReport } from '../protocol/usage.ts';
import type { CallHub, SendToHub } from './hub-request.ts';

export interface ExportChoice {
  readonly format?: ExportFormatName;
  /** Keeps secrets, which are masked otherwise; takes the role operator. */
  readonly raw?: boolean;
  readonly signal?: AbortSignal;
}

export interface UsageFilter {
  readonly group?: UsageGroup;
  /** First and last day, both included: `2026-01-31`. */
  readonly since?: string;
  readonly until?: string;
  readonly project?: string;
  readonly model?: string;
  readonly session?: string;
  readonly limit?: number;
}

export interface RecordCalls {
  /** Tokens and what they cost, over all sessions there are or were. */
  usage(filter?: UsageFilter): Promise<UsageReport>;
  timeline(sessionId: string): Promise<Timeline>;
  /** What Claude Code allows, asks for and denies by itself in the session, and where each rule comes from. */
  permissionRules(sessionId: string): Promise<PermissionRuleList>;
  /** A whole session as a file, as it comes. */
  exportSession(sessionId: string, choice?: ExportChoice): Promise<ReadableStream<Uint8Array>>;
}

export function recordCalls(call: CallHub, send: SendToHub): RecordCalls {
  return {
    usage: (filter = {}) => call('GET /api/usage', { query: { ...filter } }),
    timeline: (id) => call('GET /api/sessions/:id/timeline', { params: { id } }),
    permissionRules: (id) => call('GET /api/sessions/:id/permission-rules', { params: { id } }),
    async exportSession(id, { signal, ...query } = {}) {
      const { body } = await send('GET /api/sessions/:id/export', { params: { id }, query, signal });
      if (!body) throw new ReinsError('internal', 'The hub answered without a file.');
      return body;
    },
  };
}
