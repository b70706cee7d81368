/** Routes about notifications: the subscription of a device, its preferences, and recent deliveries. */
import { z } from 'zod';
import {
  deliveryListSchema,
  deliverySchema,
  preferencesSchema,
  pushStateSchema,
  pushSubscriptionSchema,
  receiptSchema,
} from '../notify.ts';
import { defineRoutes } from './define-routes.ts';

/** Only a paired device can receive notifications: tokens get 400. */
const byDevice = { role: 'viewer', fails: [400] } as const;

export const notificationRoutes = defineRoutes('notifications', {
  'GET /api/push': {
    ...byDevice,
    id: 'getPushState',
    summary: 'Returns what the calling device needs to receive notifications.',
    answers: { 200: ['Key and preferences', pushStateSchema] },
  },
  'POST /api/push/subscription': {
    ...byDevice,
    id: 'subscribeToPush',
    summary: 'Sends notifications to the calling device.',
    description: 'Replaces an earlier subscription of the device.',
    body: pushSubscriptionSchema,
    answers: { 204: ['Notifications are sent there from now on'] },
  },
  'DELETE /api/push/subscription': {
    ...byDevice,
    id: 'unsubscribeFromPush',
    summary: 'Stops sending notifications to the calling device.',
    answers: { 204: ['No more notifications are sent'] },
  },
  'PUT /api/push/preferences': {
    ...byDevice,
    id: 'setPushPreferences',
    summary: 'Sets which notifications the calling device receives.',
    body: preferencesSchema,
    answers: { 200: ['The new state', pushStateSchema] },
  },
  'POST /api/push/test': {
    ...byDevice,
    id: 'testPush',
    summary: 'Sends a test notification to the calling device.',
    answers: { 200: ['The response from the push service', deliverySchema] },
    fails: [400, 409],
  },
  'POST /api/push/test/:device_id': {
    id: 'testPushOfDevice',
    role: 'operator',
    summary: 'Sends a test notification to a device.',
    params: z.object({ device_id: z.string() }),
    answers: { 200: ['The response from the push service', deliverySchema] },
    fails: [409],
  },
  'POST /api/push/test-channels': {
    id: 'testChannels',
    role: 'operator',
    summary: 'Sends a test to every channel of the setting `notify`.',
    description: 'Responds once every channel has, with one attempt each.',
    answers: { 200: ['One delivery per channel', deliveryListSchema] },
  },
  'POST /api/push/receipts': {
    id: 'confirmPush',
    role: 'viewer',
    summary: 'Records that a browser showed a notification or that it was clicked.',
    body: receiptSchema,
    answers: { 204: ['Recorded'] },
  },
  'GET /api/push/deliveries': {
    id: 'listDeliveries',
    role: 'viewer',
    summary: 'Lists recent deliveries of notifications.',
    answers: { 200: ['Newest first', deliveryListSchema] },
  },
  'POST /api/push/rotate': {
    id: 'rotatePushKey',
    role: 'operator',
    summary: 'Creates a new key for push services.',
    description:
      'Devices subscribe with it on their next visit; until then they are notified with their old key.',
    answers: { 204: ['The new key is in use'] },
  },
});
