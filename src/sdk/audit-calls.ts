/** The client calls that read the audit log. */
import type { AuditEntry, AuditPage } from '../protocol/audit.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { CallHub, HubResponse, SendToHub } from './hub-request.ts';

/** Which entries to list. */
export interface AuditFilter {
  /** From this time on, ISO 8601. */
  readonly since?: string;
  /** Before this time. */
  readonly until?: string;
  /** Only entries of this session. */
  readonly session?: string;
  /** The name of the decider, or `device`, `rule`, `terminal`, `program`. */
  readonly by?: string;
  /** In a fleet: only this host, by name or id. */
  readonly host?: string;
}

/** Calls that read the audit log. */
export interface AuditCalls {
  /** One page, newest first. */
  audit(
    filter?: AuditFilter & {
      /** The most entries on a page. */
      readonly limit?: number;
      /** `next_cursor` of the page before. */
      readonly cursor?: string;
    },
  ): Promise<AuditPage>;
  /** All entries, oldest first, as they arrive. Throws if the connection to the hub is lost in between. */
  auditExport(filter?: AuditFilter): AsyncGenerator<AuditEntry>;
}

export function auditCalls(call: CallHub, send: SendToHub): AuditCalls {
  return {
    audit: (filter = {}) => call('GET /api/audit', { query: { ...filter } }),
    async *auditExport(filter = {}) {
      const response = await send('GET /api/audit', { query: { ...filter, format: 'jsonl' } });
      for await (const line of linesOf(response)) yield JSON.parse(line) as AuditEntry;
    },
  };
}

/** Only `\n` ends a line: a JSON string may contain other line breaks. */
async function* linesOf(response: HubResponse): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new ReinsError(
          'hub_not_running',
          `The response from the hub at ${response.url} was incomplete. Try again.`,
        );
      });
      if (done) break;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
  if (rest !== '') yield rest;
}
