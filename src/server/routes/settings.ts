/** `GET` and `PATCH /api/settings`: what `config.json` holds. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { settingsPatchSchema } from '../../protocol/settings.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';

const read = createRoute({
  method: 'get',
  path: '/api/settings',
  summary: 'All settings, defaults included',
  tags: ['hub'],
  responses: { 200: json('The settings', 'Settings'), ...failures(401, 403) },
});

const change = createRoute({
  method: 'patch',
  path: '/api/settings',
  summary: 'Changes some settings',
  description:
    'null puts a setting back to its default. `host` and `port` take effect when the hub starts again.',
  tags: ['hub'],
  request: { body: { required: true, content: { 'application/json': { schema: settingsPatchSchema } } } },
  responses: { 200: json('The settings as they are now', 'Settings'), ...failures(400, 401, 403, 413, 415) },
});

export function addSettingsRoutes(
  app: OpenAPIHono<AppEnv>,
  { settings }: Pick<ServerDeps, 'settings'>,
): void {
  app.openapi(read, (c) => c.json(settings.get(), 200));
  app.openapi(change, (c) => c.json(settings.patch(c.req.valid('json')), 200));
}
