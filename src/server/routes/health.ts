/** `GET /api/health`: liveness and version, for anyone. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { REINS_VERSION } from '../../lib/version.ts';
import { type Health, healthQuerySchema } from '../../protocol/hub.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';

const health = createRoute({
  method: 'get',
  path: '/api/health',
  summary: 'Liveness and version',
  description:
    'Needs no token. With a random `challenge` the answer has `proof`: HMAC-SHA256, with the token in `$REINS_HOME/token` as the ' +
    'key, of `reins hub proof`, the port and the challenge, each on a line of its own, as base64url.',
  tags: ['hub'],
  security: [],
  request: { query: healthQuerySchema },
  responses: { 200: json('The hub is up', 'Health'), ...failures(400) },
});

export function addHealthRoute(app: OpenAPIHono<AppEnv>, { prove }: Pick<ServerDeps, 'prove'>): void {
  app.openapi(health, (c) => {
    const { challenge } = c.req.valid('query');
    const port = c.env.incoming.socket.localPort;
    const proof = challenge !== undefined && port !== undefined && { proof: prove(challenge, port) };
    return c.json({ status: 'ok', version: REINS_VERSION, ...proof } satisfies Health, 200);
  });
}
