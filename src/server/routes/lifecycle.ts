/** Beginning, changing and ending sessions. Each call answers with the session as it is afterwards. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { presentSession } from '../../core/present-session.ts';
import { sessionParamsSchema } from '../../protocol/api.ts';
import type { Session } from '../../protocol/session.ts';
import {
  forkSchema,
  newSessionSchema,
  resumeSchema,
  sessionPatchSchema,
  takeoverSchema,
} from '../../protocol/steering.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json, jsonBody } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';
import { requireSession, steeringOf } from '../session-answers.ts';
import type { StreamEnds } from '../streams/stream-ends.ts';

/** For calls that go without a body: many clients name its type although none follows, and that is no broken JSON. */
const forgetEmptyBody: MiddlewareHandler = async (c, next) => {
  const isEmpty = (c.req.header('Content-Length') ?? '0') === '0' && !c.req.header('Transfer-Encoding');
  if (isEmpty) c.req.raw.headers.delete('Content-Type');
  return next();
};

const tags = ['steering'];
const STARTING = [400, 401, 403, 404, 409, 413, 415, 502, 503];

const create = createRoute({
  method: 'post',
  path: '/api/sessions',
  summary: 'Begins, reopens or copies a session',
  description:
    'With a `session_id` the call can be repeated: the same body gives the same session and 200, another body 409. ' +
    '`resume` reopens `session_id`, `fork` copies that session, `continue` takes the newest one in `cwd`. Values of ' +
    '`env` and `mcp_config` are never logged and never returned. Headless runs (driver `stream`) may be billed ' +
    'differently from interactive ones (driver `tmux`).',
  tags,
  request: { body: { ...jsonBody(newSessionSchema), required: true } },
  responses: {
    201: json('The session', 'Session'),
    200: json('The same call had created it before', 'Session'),
    ...failures(...STARTING),
  },
});

const change = createRoute({
  method: 'patch',
  path: '/api/sessions/{id}',
  summary:
    'Changes the name, the model or the permission mode of a session, or whether prompts are relayed to it',
  tags,
  request: { params: sessionParamsSchema, body: { ...jsonBody(sessionPatchSchema), required: true } },
  responses: { 200: json('The session', 'Session'), ...failures(400, 401, 403, 404, 409, 413, 415, 504) },
});

const stop = createRoute({
  method: 'delete',
  path: '/api/sessions/{id}',
  summary: 'Stops the run of a session and keeps all its history',
  description:
    'Answers once the process is gone and, where hooks report on the session, its `SessionEnd` hook has arrived or 5 s ' +
    'have passed. Streams of this one session then end after its last event.',
  tags,
  request: { params: sessionParamsSchema },
  responses: { 200: json('The session', 'Session'), ...failures(400, 401, 403, 404, 409, 504) },
});

const resume = createRoute({
  method: 'post',
  path: '/api/sessions/{id}/resume',
  summary: 'Reopens a session that has ended',
  tags,
  request: { params: sessionParamsSchema, body: jsonBody(resumeSchema) },
  responses: { 200: json('The session', 'Session'), ...failures(...STARTING) },
});

const fork = createRoute({
  method: 'post',
  path: '/api/sessions/{id}/fork',
  summary: 'Copies a session to a new id',
  tags,
  request: { params: sessionParamsSchema, body: jsonBody(forkSchema) },
  responses: { 201: json('The copy', 'Session'), ...failures(...STARTING) },
});

const takeover = createRoute({
  method: 'post',
  path: '/api/sessions/{id}/takeover',
  summary: 'Stops the run that serves the session and resumes it under the hub',
  description:
    'Where something would be lost (a running tool, background tasks, a draft) the answer is 409 ' +
    '`takeover_needs_force` with `details.lost`, and nothing has happened; `force` does it all the same.',
  tags,
  request: { params: sessionParamsSchema, body: jsonBody(takeoverSchema) },
  responses: { 200: json('The session', 'Session'), ...failures(...STARTING, 504) },
});

const interrupt = createRoute({
  method: 'post',
  path: '/api/sessions/{id}/interrupt',
  summary: 'Interrupts what Claude is doing; the session goes on',
  tags,
  request: { params: sessionParamsSchema },
  responses: { 200: json('The session', 'Session'), ...failures(400, 401, 403, 404, 409, 504) },
});

export function addLifecycleRoutes(app: OpenAPIHono<AppEnv>, deps: ServerDeps, ends: StreamEnds): void {
  const { reader } = deps;
  const show = (sessionId: string): Session => presentSession(requireSession(reader, sessionId));

  app.openapi(create, async (c) => {
    const { name } = c.get('identity');
    const { sessionId, isNew } = await deps.steering.create(c.req.valid('json'), name);
    return c.json(show(sessionId), isNew ? 201 : 200, { Location: `/api/sessions/${sessionId}` });
  });

  app.openapi(change, async (c) => {
    const { id } = c.req.valid('param');
    await steeringOf(deps, id).change(id, c.req.valid('json'), c.get('identity').name);
    return c.json(show(id), 200);
  });

  app.openapi(stop, async (c) => {
    const { id } = c.req.valid('param');
    await steeringOf(deps, id).stop(id);
    ends.stopped(id, reader.positionOfSeq(id, requireSession(reader, id).seq));
    return c.json(show(id), 200);
  });

  app.use('/api/sessions/:id/:call{resume|fork|takeover}', forgetEmptyBody);

  app.openapi(resume, async (c) => {
    const { id } = c.req.valid('param');
    await steeringOf(deps, id).resume(id, c.req.valid('json'), c.get('identity').name);
    return c.json(show(id), 200);
  });

  app.openapi(fork, async (c) => {
    const { id } = c.req.valid('param');
    const copy = await steeringOf(deps, id).fork(id, c.req.valid('json'), c.get('identity').name);
    return c.json(show(copy), 201, { Location: `/api/sessions/${copy}` });
  });

  app.openapi(takeover, async (c) => {
    const { id } = c.req.valid('param');
    // Without a body nothing has filled in the default.
    const body = takeoverSchema.parse(c.req.valid('json'));
    await steeringOf(deps, id).takeover(id, body, c.get('identity').name);
    return c.json(show(id), 200);
  });

  app.openapi(interrupt, async (c) => {
    const { id } = c.req.valid('param');
    await steeringOf(deps, id).interrupt(id, c.get('identity').name);
    return c.json(show(id), 200);
  });
}
