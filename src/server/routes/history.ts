/** Past sessions: search over all of them, and how far they have been read. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { pruneSchema, searchQuerySchema } from '../../protocol/history.ts';
import { answerJson } from '../answer-json.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';

const search = createRoute({
  method: 'get',
  path: '/api/search',
  summary: 'Full text over all sessions there are and were',
  description:
    'Prompts, answers, thoughts, tool inputs and outputs, plans, titles and file paths. All words must be there; `"words in quotes"` ' +
    'stand together, `begin*` is the beginning of a word, and so is the last word while it is typed. `fooBar` is found by `foo`, ' +
    '`bar` and `foobar`; `--flag` is that option. Without words the newest rows that fit the filters are found. ' +
    'Ranked by relevance and age.',
  tags: ['history'],
  request: { query: searchQuerySchema },
  responses: { 200: json('What was found, best first', 'SearchAnswer'), ...failures(400, 401, 403, 503) },
});

const status = createRoute({
  method: 'get',
  path: '/api/history',
  summary: 'How far past sessions have been read, and how much room they take',
  tags: ['history'],
  responses: { 200: json('How far it is', 'HistoryStatus'), ...failures(401, 403) },
});

const prune = createRoute({
  method: 'post',
  path: '/api/history/prune',
  summary: 'Removes old sessions from the event log',
  description:
    'Ended sessions without activity for `days` days. Sessions with open requests or undelivered prompts are never removed. ' +
    'Transcripts are not touched: a session that has one stays listed and is read again when opened. ' +
    'Its decisions and raw hook payloads are gone.',
  tags: ['history'],
  request: { body: { required: true, content: { 'application/json': { schema: pruneSchema } } } },
  responses: { 200: json('What was removed', 'Pruned'), ...failures(400, 401, 403, 413, 415, 503) },
});

export function addHistoryRoutes(
  app: OpenAPIHono<AppEnv>,
  { history, reader, retention }: Pick<ServerDeps, 'history' | 'reader' | 'retention'>,
): void {
  app.openapi(search, async (c) => {
    const { hits, nextCursor } = await history.search(c.req.valid('query'));
    const titleOf = (sessionId: string) => reader.session(sessionId)?.observed.title?.value ?? '';
    return answerJson(c, {
      items: hits.map((hit) => ({ ...hit, title: titleOf(hit.session_id) })),
      ...(nextCursor !== undefined && { next_cursor: nextCursor }),
      is_complete: history.status().state === 'ready',
    });
  });

  app.openapi(status, (c) => {
    const perDay = retention.bytesPerDay();
    return c.json({ ...history.status(), ...(perDay !== undefined && { log_bytes_per_day: perDay }) }, 200);
  });
  app.openapi(prune, async (c) => c.json(await retention.prune(c.req.valid('json')), 200));
}
