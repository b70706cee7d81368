/** Sessions: the list, one view, older pages of its conversation, its questions. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import {
  sessionParamsSchema,
  sessionQuerySchema,
  turnsQuerySchema,
  viewQuerySchema,
} from '../../protocol/api.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { answerJson } from '../answer-json.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json } from '../openapi/describe-route.ts';
import type { Limits, ServerDeps } from '../server-deps.ts';
import {
  listSessions,
  namedSessions,
  pageOfNewerTurns,
  pageOfTurns,
  pendingQuestions,
  requireSession,
  viewSession,
} from '../session-answers.ts';

const list = createRoute({
  method: 'get',
  path: '/api/sessions',
  summary: 'All sessions, newest activity first',
  description:
    '`q` looks in titles and folders; `ids` names the sessions that are wanted, and then nothing else narrows the list. `last_event_id` is where `GET /api/events` goes on from this answer.',
  tags: ['sessions'],
  request: { query: sessionQuerySchema },
  responses: { 200: json('A page of sessions', 'SessionList'), ...failures(400, 401, 403) },
});

const view = createRoute({
  method: 'get',
  path: '/api/sessions/{id}',
  summary: 'One session: everything known about it, and its newest turns',
  description:
    '`turns` holds the newest items, bounded in number and bytes (`limit=0`: none); `older_before` is where the page of older ones begins. ' +
    'Subscribe to its events with `since` set to its `seq` to keep it up to date.',
  tags: ['sessions'],
  request: { params: sessionParamsSchema, query: viewQuerySchema },
  responses: { 200: json('The view', 'SessionView'), ...failures(400, 401, 403, 404) },
});

const turns = createRoute({
  method: 'get',
  path: '/api/sessions/{id}/turns',
  summary: "A page of a session's conversation, or of one of its subagents'",
  description:
    'Oldest item first. A page ends where it is full; the next older one begins at `older_before`.',
  tags: ['sessions'],
  request: { params: sessionParamsSchema, query: turnsQuerySchema },
  responses: { 200: json('A page of turns', 'TurnsPage'), ...failures(400, 401, 403, 404) },
});

const questions = createRoute({
  method: 'get',
  path: '/api/sessions/{id}/pending-questions',
  summary: 'Questions that Claude waits with',
  tags: ['interactions'],
  request: { params: sessionParamsSchema },
  responses: { 200: json('Open questions', 'PendingQuestions'), ...failures(400, 401, 403, 404) },
});

export function addSessionRoutes(app: OpenAPIHono<AppEnv>, deps: ServerDeps, { pageBytes }: Limits): void {
  const { reader } = deps;

  app.openapi(list, (c) => {
    const { status, cwd, q: text, ids, limit, cursor } = c.req.valid('query');
    if (ids) return answerJson(c, namedSessions(deps, ids));
    const query = {
      limit,
      ...(status !== undefined && { status }),
      ...(cwd !== undefined && { cwd }),
      ...(text !== undefined && { text }),
      ...(cursor !== undefined && { cursor }),
    };
    return answerJson(c, listSessions(deps, query));
  });

  app.openapi(view, async (c) => {
    const { id } = c.req.valid('param');
    const { limit } = c.req.valid('query');
    await deps.showSession(id);
    return answerJson(c, viewSession(deps, id, { limit, maxBytes: pageBytes }));
  });

  app.openapi(turns, async (c) => {
    const { id } = c.req.valid('param');
    const { before, after, limit, agent } = c.req.valid('query');
    if (before !== undefined && after !== undefined) {
      throw new ReinsError('invalid_request', 'before and after: say one of them.');
    }
    // Other parts of a long transcript than its end may not have been read yet.
    const isEnd = before === undefined && after === undefined && agent === undefined;
    await (isEnd ? deps.showSession(id) : deps.openSession(id));
    requireSession(reader, id);
    const query = {
      sessionId: id,
      limit,
      maxBytes: pageBytes,
      ...(agent !== undefined && { agentId: agent }),
    };
    if (after !== undefined) return answerJson(c, pageOfNewerTurns(reader, { ...query, after }));
    const bounds = { from: deps.toldFrom(id), ...(before !== undefined && { before }) };
    return answerJson(c, pageOfTurns(reader, { ...query, ...bounds }));
  });

  app.openapi(questions, (c) => {
    const { id } = c.req.valid('param');
    requireSession(reader, id);
    return answerJson(c, pendingQuestions(reader, id));
  });
}
