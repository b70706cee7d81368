/** `GET /api/interactions`: the inbox. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { type InteractionList, interactionQuerySchema } from '../../protocol/api.ts';
import { answerJson } from '../answer-json.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';

const inbox = createRoute({
  method: 'get',
  path: '/api/interactions',
  summary: 'What Claude waits for, over all sessions or in one',
  tags: ['interactions'],
  request: { query: interactionQuerySchema },
  responses: { 200: json('Interactions, oldest first', 'InteractionList'), ...failures(400, 401, 403) },
});

export function addInteractionRoutes(app: OpenAPIHono<AppEnv>, { reader }: Pick<ServerDeps, 'reader'>): void {
  app.openapi(inbox, (c) => {
    const { state, session } = c.req.valid('query');
    return answerJson(c, { items: reader.interactions(state, session) } satisfies InteractionList);
  });
}
