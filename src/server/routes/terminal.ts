/** The terminal of a session that has one: what it shows, and how a terminal on this machine gets to it. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { sessionParamsSchema } from '../../protocol/api.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';
import { steeringOf } from '../session-answers.ts';

const screen = createRoute({
  method: 'get',
  path: '/api/sessions/{id}/screen',
  summary: 'The visible text of a tmux run',
  tags: ['steering'],
  request: { params: sessionParamsSchema },
  responses: { 200: json('The screen', 'Screen'), ...failures(400, 401, 403, 404, 409, 504) },
});

const terminal = createRoute({
  method: 'get',
  path: '/api/sessions/{id}/terminal',
  summary: "The command that shows the run's own terminal, on the machine of the hub",
  tags: ['steering'],
  request: { params: sessionParamsSchema },
  responses: { 200: json('The command', 'TerminalAccess'), ...failures(400, 401, 403, 404, 409) },
});

export function addTerminalRoutes(app: OpenAPIHono<AppEnv>, deps: ServerDeps): void {
  app.openapi(screen, async (c) => {
    const { id } = c.req.valid('param');
    return c.json(await steeringOf(deps, id).screen(id), 200);
  });
  app.openapi(terminal, (c) => {
    const { id } = c.req.valid('param');
    return c.json(steeringOf(deps, id).terminal(id), 200);
  });
}
