/** What can be offered while a prompt for a session is typed. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { sessionParamsSchema } from '../../protocol/api.ts';
import { type CommandList, type FileList, fileQuerySchema } from '../../protocol/completion.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';

const tags = ['steering'];

const commands = createRoute({
  method: 'get',
  path: '/api/sessions/{id}/commands',
  summary: 'Slash commands that the session takes',
  description: 'From Claude Code itself, in stream runs; empty where the run does not say which it takes.',
  tags,
  request: { params: sessionParamsSchema },
  responses: { 200: json('The commands', 'CommandList'), ...failures(400, 401, 403, 404) },
});

const files = createRoute({
  method: 'get',
  path: '/api/sessions/{id}/files',
  summary: "Files below the session's folder, for completing paths",
  description:
    'Names only. In a repository what git knows or would take, elsewhere what lies in the folder without `.git`, `node_modules` and the ' +
    'like; at most 50,000 are looked at. Empty where the folder is on another machine.',
  tags,
  request: { params: sessionParamsSchema, query: fileQuerySchema },
  responses: { 200: json('Paths, best first', 'FileList'), ...failures(400, 401, 403, 404) },
});

export function addCompletionRoutes(
  app: OpenAPIHono<AppEnv>,
  { completion }: Pick<ServerDeps, 'completion'>,
): void {
  app.openapi(commands, async (c) => {
    const items = await completion.commands(c.req.valid('param').id);
    return c.json({ items } satisfies CommandList, 200);
  });

  app.openapi(files, async (c) => {
    const items = await completion.files(c.req.valid('param').id, c.req.valid('query'));
    return c.json({ items } satisfies FileList, 200);
  });
}
