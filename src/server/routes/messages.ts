/** Prompts to a session: sending them, and the queue of those that have not been delivered. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { sessionParamsSchema } from '../../protocol/api.ts';
import {
  messageIdSchema,
  messagePatchSchema,
  newMessageSchema,
  type Queue,
} from '../../protocol/messages.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json, jsonBody } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';
import { steeringOf } from '../session-answers.ts';

const tags = ['steering'];
const messageParams = sessionParamsSchema.extend({ message_id: messageIdSchema });

const send = createRoute({
  method: 'post',
  path: '/api/sessions/{id}/message',
  summary: 'Sends a prompt to a session',
  description:
    '`text`, or `content`: a list of `ContentBlock`s, each image of 5 MB at most. The answer comes when the message is ' +
    'durable; its further way (`queued`, `delivered`, `accepted` or `failed`) is told by events. With a `message_id` the ' +
    'call can be repeated. `when`: `queue` waits until Claude is idle, `steer` hands it over at once, `now` interrupts first.',
  tags,
  request: { params: sessionParamsSchema, body: { ...jsonBody(newMessageSchema), required: true } },
  responses: {
    202: json('Taken in', 'MessageAnswer'),
    ...failures(400, 401, 403, 404, 409, 413, 415, 422, 503),
  },
});

const list = createRoute({
  method: 'get',
  path: '/api/sessions/{id}/queue',
  summary: 'Prompts that have not been accepted yet, in order',
  tags,
  request: { params: sessionParamsSchema },
  responses: { 200: json('The queue', 'Queue'), ...failures(400, 401, 403, 404) },
});

const change = createRoute({
  method: 'patch',
  path: '/api/sessions/{id}/queue/{message_id}',
  summary: 'Edits or moves a prompt that has not been delivered',
  description: '`before` moves it right before that message, null to the end of the queue.',
  tags,
  request: { params: messageParams, body: { ...jsonBody(messagePatchSchema), required: true } },
  responses: { 200: json('The message', 'Message'), ...failures(400, 401, 403, 404, 409, 413, 415) },
});

const remove = createRoute({
  method: 'delete',
  path: '/api/sessions/{id}/queue/{message_id}',
  summary: 'Takes back a prompt that has not been delivered',
  tags,
  request: { params: messageParams },
  responses: { 200: json('The message', 'Message'), ...failures(400, 401, 403, 404, 409) },
});

export function addMessageRoutes(app: OpenAPIHono<AppEnv>, deps: ServerDeps): void {
  app.openapi(send, async (c) => {
    const { id } = c.req.valid('param');
    const taken = await steeringOf(deps, id).send(id, c.req.valid('json'), c.get('identity').name);
    return c.json(taken, 202);
  });

  app.openapi(list, (c) => {
    const { id } = c.req.valid('param');
    return c.json({ items: steeringOf(deps, id).queue(id) } satisfies Queue, 200);
  });

  app.openapi(change, (c) => {
    const { id, message_id } = c.req.valid('param');
    const { name } = c.get('identity');
    return c.json(steeringOf(deps, id).changeMessage(id, message_id, c.req.valid('json'), name), 200);
  });

  app.openapi(remove, (c) => {
    const { id, message_id } = c.req.valid('param');
    return c.json(steeringOf(deps, id).removeMessage(id, message_id, c.get('identity').name), 200);
  });
}
