/** `GET /api/health`: liveness and version, for anyone. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { REINS_VERSION } from '../../lib/version.ts';
import type { Health } from '../../protocol/hub.ts';
import type { AppEnv } from '../app-env.ts';
import { json } from '../openapi/describe-route.ts';

const health = createRoute({
  method: 'get',
  path: '/api/health',
  summary: 'Liveness and version',
  description: 'Needs no token.',
  tags: ['hub'],
  security: [],
  responses: { 200: json('The hub is up', 'Health') },
});

export function addHealthRoute(app: OpenAPIHono<AppEnv>): void {
  app.openapi(health, (c) => c.json({ status: 'ok', version: REINS_VERSION } satisfies Health, 200));
}
