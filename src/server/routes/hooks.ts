/** `POST /api/hooks`: the collector. The body is kept as it came, so it is not parsed here. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from '../app-env.ts';
import { ANY_OBJECT, anyJson, failures } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';

const hooks = createRoute({
  method: 'post',
  path: '/api/hooks',
  summary: 'Takes any hook of Claude Code',
  description:
    'For ingest tokens only. The answer comes when the hook is durable, and is what the hook replies.',
  tags: ['hub'],
  request: {
    body: {
      required: true,
      description: 'The JSON that Claude Code gives to a hook, of whatever event',
      content: { 'application/json': { schema: ANY_OBJECT } },
    },
  },
  responses: {
    200: anyJson('What the hook replies to Claude Code; empty for no opinion'),
    ...failures(400, 401, 403, 413),
  },
});

export function addHookRoute(app: OpenAPIHono<AppEnv>, deps: Pick<ServerDeps, 'receiveHook'>): void {
  app.openapi(hooks, async (c) => c.json(await deps.receiveHook(await c.req.text()), 200));
}
