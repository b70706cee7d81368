/** `GET /api/audit`: the record of decisions, by pages for people, or whole as JSON lines. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { type AuditPage, auditQuerySchema } from '../../protocol/audit.ts';
import { answerJson } from '../answer-json.ts';
import type { AppEnv } from '../app-env.ts';
import { refTo } from '../openapi/components.ts';
import { type Described, failures } from '../openapi/describe-route.ts';
import type { AuditSource, ServerDeps } from '../server-deps.ts';

const LINES = 'application/x-ndjson';
const LINES_AT_ONCE = 100;

const described: Described = {
  description: 'Entries',
  content: {
    'application/json': { schema: refTo('AuditPage') },
    [LINES]: { schema: refTo('AuditEntry') },
  },
};

const audit = createRoute({
  method: 'get',
  path: '/api/audit',
  summary: 'Who decided what, when, from where and by which way',
  description:
    'Made of the log, so nothing in it is ever changed or removed: answers, withdrawals, and corrections as entries of their ' +
    'own. Newest first, by pages. With `format=jsonl` or `Accept: application/x-ndjson` all entries that fit, oldest first, one ' +
    'per line; `limit` and `cursor` mean nothing then. Inputs are as they were: nothing is masked.',
  tags: ['interactions'],
  request: { query: auditQuerySchema },
  responses: {
    200: described,
    ...failures(400, 401, 403),
  },
});

export function addAuditRoute(app: OpenAPIHono<AppEnv>, { audit: source }: Pick<ServerDeps, 'audit'>): void {
  app.openapi(audit, (c) => {
    const { format, limit, cursor, ...filter } = c.req.valid('query');
    if (format === 'jsonl' || (format === undefined && c.req.header('accept')?.includes(LINES))) {
      return c.body(linesOf(source, filter), 200, { 'Content-Type': LINES });
    }
    const { entries, nextCursor } = source.page({ ...filter, order: 'newest first', limit, cursor });
    return answerJson(c, {
      items: entries,
      ...(nextCursor !== undefined && { next_cursor: nextCursor }),
    } satisfies AuditPage);
  });
}

/** A page at a time, each when the reader has taken the one before: the whole is never in memory. */
function linesOf(
  source: AuditSource,
  filter: Pick<Parameters<AuditSource['page']>[0], 'since' | 'until' | 'session' | 'by'>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cursor: string | undefined;
  return new ReadableStream({
    async pull(controller) {
      // Others have their turn between two pages.
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
