/** The permission rules of Claude Code that hold for a session. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { sessionParamsSchema } from '../../protocol/api.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';

const route = createRoute({
  method: 'get',
  path: '/api/sessions/{id}/permission-rules',
  summary: 'Permission rules of Claude Code in force for the session',
  description:
    'What Claude Code allows, asks for and denies by itself, and where each rule comes from. Listed by Claude Code in stream runs; ' +
    'elsewhere read from its settings files, its flags and the answers given through the hub. `known_from` says which.',
  tags: ['sessions'],
  request: { params: sessionParamsSchema },
  responses: { 200: json('The rules', 'PermissionRuleList'), ...failures(400, 401, 403, 404) },
});

export function addPermissionRulesRoute(
  app: OpenAPIHono<AppEnv>,
  { permissionRules }: Pick<ServerDeps, 'permissionRules'>,
): void {
  app.openapi(route, async (c) => c.json(await permissionRules.of(c.req.valid('param').id), 200));
}
