/** The audit log, in pages for people, or whole as JSON lines. */
import type { Handlers, Shared } from '../handle-routes.ts';
import type { AuditSource, ServerDeps } from '../server-deps.ts';

const LINES = 'application/x-ndjson';
const LINES_AT_ONCE = 100;

export function auditHandlers({ audit }: ServerDeps, { routing }: Shared) {
  return {
    'GET /api/audit': ({ c, query: { format, limit, cursor, host, ...rest } }) => {
      const filter = { ...rest, host: routing.listed(c, host) };
      if (format === 'jsonl' || (format === undefined && c.req.header('accept')?.includes(LINES))) {
        return c.body(linesOf(audit, filter), 200, { 'Content-Type': LINES });
      }
      const { entries, nextCursor } = audit.page({ ...filter, order: 'newest first', limit, cursor });
      return {
        items: entries,
        ...(nextCursor !== undefined && { next_cursor: nextCursor }),
        ...routing.missing(),
      };
    },
  } satisfies Partial<Handlers>;
}

/** Page by page, as the reader consumes them: the whole is never in memory. */
function linesOf(
  source: AuditSource,
  filter: Pick<Parameters<AuditSource['page']>[0], 'since' | 'until' | 'session' | 'by' | 'host'>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cursor: string | undefined;
  return new ReadableStream({
    async pull(controller) {
      // Serves other requests between two pages.
      await new Promise(setImmediate);
      const query = { ...filter, order: 'oldest first', limit: LINES_AT_ONCE, cursor } as const;
      const { entries, nextCursor } = source.page(query);
      const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
      if (text !== '') controller.enqueue(encoder.encode(text));
      cursor = nextCursor;
      if (nextCursor === undefined) controller.close();
    },
  });
}
