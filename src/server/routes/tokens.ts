/** Named tokens: list, make, revoke. The secret is in the answer to the making, and nowhere else ever. */
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { newTokenSchema, tokenNameSchema } from '../../protocol/access.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';

const list = createRoute({
  method: 'get',
  path: '/api/tokens',
  summary: 'Named tokens, without their secrets',
  tags: ['access'],
  responses: { 200: json('The tokens', 'TokenList'), ...failures(401, 403) },
});

const add = createRoute({
  method: 'post',
  path: '/api/tokens',
  summary: 'Makes a named token',
  description: 'The answer is the only place where the token is shown.',
  tags: ['access'],
  request: { body: { required: true, content: { 'application/json': { schema: newTokenSchema } } } },
  responses: { 201: json('The token', 'CreatedToken'), ...failures(400, 401, 403, 409, 413, 415) },
});

const remove = createRoute({
  method: 'delete',
  path: '/api/tokens/{name}',
  summary: 'Revokes a token',
  description: 'Streams and sockets that it opened end at once.',
  tags: ['access'],
  request: { params: z.object({ name: tokenNameSchema }) },
  responses: { 204: { description: 'It opens nothing any more' }, ...failures(400, 401, 403, 404) },
});

export function addTokenRoutes(app: OpenAPIHono<AppEnv>, { tokens }: Pick<ServerDeps, 'tokens'>): void {
  app.openapi(list, (c) => c.json({ items: tokens.list() }, 200));
  app.openapi(add, (c) => c.json(tokens.add(c.req.valid('json')), 201));
  app.openapi(remove, (c) => {
    tokens.remove(c.req.valid('param').name);
    return c.body(null, 204);
  });
}
