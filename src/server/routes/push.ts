/** Notifications: the subscription of a device, its preferences, and recent deliveries. */
import type { Identity } from '../../protocol/access.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Handlers } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';

export function pushHandlers({ notifications }: ServerDeps) {
  return {
    'GET /api/push': ({ identity }) => notifications.state(deviceOf(identity)),
    'POST /api/push/subscription': ({ identity, body }) => {
      notifications.subscribe(deviceOf(identity), body);
    },
    'DELETE /api/push/subscription': ({ identity }) => {
      notifications.unsubscribe(deviceOf(identity));
    },
    'PUT /api/push/preferences': ({ identity, body }) => {
      notifications.prefer(deviceOf(identity), body);
      return notifications.state(deviceOf(identity));
    },
    'POST /api/push/test': ({ identity }) => notifications.test(deviceOf(identity)),
    'POST /api/push/test/:device_id': ({ params }) => notifications.test(params.device_id),
    'POST /api/push/test-channels': async () => ({ items: await notifications.testChannels() }),
    'POST /api/push/receipts': ({ body }) => {
      notifications.receipt(body);
    },
    'GET /api/push/deliveries': () => ({ items: notifications.deliveries() }),
    'POST /api/push/rotate': () => {
      notifications.rotateKeys();
    },
  } satisfies Partial<Handlers>;
}

function deviceOf({ device }: Identity): string {
  if (device !== undefined) return device;
  throw new ReinsError(
    'invalid_request',
    'Only a paired device receives notifications. Pair this one, or use the page of a paired device.',
  );
}
