/** Notifications: where a device's go, what it wants of them, and what became of them. */
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { ReinsError } from '../../protocol/errors.ts';
import { preferencesSchema, pushSubscriptionSchema, receiptSchema } from '../../protocol/notify.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';

const tags = ['notifications'];

const state = createRoute({
  method: 'get',
  path: '/api/push',
  summary: 'What the calling device needs to take notifications',
  tags,
  responses: { 200: json('Key and preferences', 'PushState'), ...failures(400, 401, 403) },
});

const subscribe = createRoute({
  method: 'post',
  path: '/api/push/subscription',
  summary: 'Sends notifications to the calling device',
  description: 'Takes the place of what the device gave before.',
  tags,
  request: { body: { required: true, content: { 'application/json': { schema: pushSubscriptionSchema } } } },
  responses: { 204: { description: 'They go there from now on' }, ...failures(400, 401, 403, 413, 415) },
});

const unsubscribe = createRoute({
  method: 'delete',
  path: '/api/push/subscription',
  summary: 'Sends the calling device no more notifications',
  tags,
  responses: { 204: { description: 'None from now on' }, ...failures(400, 401, 403) },
});

const prefer = createRoute({
  method: 'put',
  path: '/api/push/preferences',
  summary: 'What the calling device wants to hear of',
  tags,
  request: { body: { required: true, content: { 'application/json': { schema: preferencesSchema } } } },
  responses: { 200: json('As it is now', 'PushState'), ...failures(400, 401, 403, 413, 415) },
});

const test = createRoute({
  method: 'post',
  path: '/api/push/test',
  summary: 'Sends the calling device a notification, to see whether it arrives',
  tags,
  responses: { 200: json('What the push service said', 'Delivery'), ...failures(400, 401, 403, 409) },
});

const testDevice = createRoute({
  method: 'post',
  path: '/api/push/test/{device_id}',
  summary: 'Sends a device a notification, to see whether it arrives',
  tags,
  request: { params: z.object({ device_id: z.string() }) },
  responses: { 200: json('What the push service said', 'Delivery'), ...failures(401, 403, 409) },
});

const receipt = createRoute({
  method: 'post',
  path: '/api/push/receipts',
  summary: 'What a browser did with a notification',
  tags,
  request: { body: { required: true, content: { 'application/json': { schema: receiptSchema } } } },
  responses: { 204: { description: 'Noted' }, ...failures(400, 401, 403, 413, 415) },
});

const deliveries = createRoute({
  method: 'get',
  path: '/api/push/deliveries',
  summary: 'What became of the newest notifications',
  tags,
  responses: { 200: json('Newest first', 'DeliveryList'), ...failures(401, 403) },
});

const rotate = createRoute({
  method: 'post',
  path: '/api/push/rotate',
  summary: 'Makes a new key for push services',
  description:
    'Devices subscribe with it at their next visit; until then they are told with the key they know.',
  tags,
  responses: { 204: { description: 'The new key is in use' }, ...failures(401, 403) },
});

export function addPushRoutes(
  app: OpenAPIHono<AppEnv>,
  { notifications }: Pick<ServerDeps, 'notifications'>,
): void {
  app.openapi(state, (c) => c.json(notifications.state(deviceOf(c)), 200));
  app.openapi(subscribe, (c) => {
    notifications.subscribe(deviceOf(c), c.req.valid('json'));
    return c.body(null, 204);
  });
  app.openapi(unsubscribe, (c) => {
    notifications.unsubscribe(deviceOf(c));
    return c.body(null, 204);
  });
  app.openapi(prefer, (c) => {
    notifications.prefer(deviceOf(c), c.req.valid('json'));
    return c.json(notifications.state(deviceOf(c)), 200);
  });
  app.openapi(test, async (c) => c.json(await notifications.test(deviceOf(c)), 200));
  app.openapi(testDevice, async (c) => c.json(await notifications.test(c.req.valid('param').device_id), 200));
  app.openapi(receipt, (c) => {
    notifications.receipt(c.req.valid('json'));
    return c.body(null, 204);
  });
  app.openapi(deliveries, (c) => c.json({ items: notifications.deliveries() }, 200));
  app.openapi(rotate, (c) => {
    notifications.rotateKeys();
    return c.body(null, 204);
  });
}

function deviceOf(c: Context<AppEnv>): string {
  const { device } = c.get('identity');
  if (device !== undefined) return device;
  throw new ReinsError(
    'invalid_request',
    'Only a paired device takes notifications; a token has nowhere to show them.',
  );
}
