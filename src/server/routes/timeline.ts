/** What happened when in a session, and what the time went to. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { presentSession } from '../../core/present-session.ts';
import { TimelineBuilder } from '../../core/timeline/timeline-builder.ts';
import { sessionParamsSchema } from '../../protocol/api.ts';
import { answerJson } from '../answer-json.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';
import { requireWhole } from '../session-answers.ts';

const route = createRoute({
  method: 'get',
  path: '/api/sessions/{id}/timeline',
  summary: 'What happened when in a session: its turns, and where their time went',
  description:
    'How long each turn took and how much of it tools ran, a person was waited for, and the API was waited for; the longest ' +
    'waits; the time of each tool. Worked out from the whole conversation.',
  tags: ['sessions'],
  request: { params: sessionParamsSchema },
  responses: { 200: json('The timeline', 'Timeline'), ...failures(400, 401, 403, 404) },
});

export function addTimelineRoute(app: OpenAPIHono<AppEnv>, deps: ServerDeps): void {
  const { reader } = deps;
  app.openapi(route, async (c) => {
    const { id: sessionId } = c.req.valid('param');
    const whole = requireWhole(await deps.wholeSession(sessionId, c.req.raw.signal), sessionId);
    const session = presentSession(await whole.state());
    const builder = new TimelineBuilder(session, reader.interactions(undefined, sessionId), Date.now());
    for await (const page of whole.pages()) {
      for (const item of page) builder.add(item);
      // A long conversation must not keep others waiting.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return answerJson(c, builder.finish());
  });
}
