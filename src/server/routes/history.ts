/** Past sessions: search, usage, indexing progress, and removing old ones. */
import { makeUsageReport } from '../../core/usage/make-usage-report.ts';
import type { UsageRow } from '../../protocol/usage.ts';
import type { Handlers } from '../handle-routes.ts';
import type { Reader, ServerDeps } from '../server-deps.ts';

export function historyHandlers({ history, reader, retention }: ServerDeps) {
  return {
    'GET /api/search': async ({ query }) => {
      const { hits, nextCursor } = await history.search(query);
      const titleOf = (sessionId: string) => reader.session(sessionId)?.observed.title?.value ?? '';
      return {
        items: hits.map((hit) => ({ ...hit, title: titleOf(hit.session_id) })),
        ...(nextCursor !== undefined && { next_cursor: nextCursor }),
        is_complete: history.status().state === 'ready',
      };
    },
    'GET /api/history': () => {
      const perDay = retention.bytesPerDay();
      return { ...history.status(), ...(perDay !== undefined && { log_bytes_per_day: perDay }) };
    },
    'POST /api/history/prune': ({ body }) => retention.prune(body),
    'GET /api/usage': ({ query: { group, limit, ...filter } }) => {
      const sums = history.usage({ group, ...filter });
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      const isComplete = history.status().state === 'ready';
      const report = makeUsageReport(sums, { group, timeZone, isComplete, limit });
      if (group !== 'session') return report;
      return { ...report, items: report.items.map((row) => withTitle(row, reader)) };
    },
  } satisfies Partial<Handlers>;
}

function withTitle(row: UsageRow, reader: Reader): UsageRow {
  const { title, cwd } = reader.sessionName(row.key) ?? {};
  return { ...row, ...(title && { title }), ...(cwd && { cwd }) };
}
