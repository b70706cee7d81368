/** The client calls about notifications. */
import type {
  Delivery,
  DeliveryList,
  Preferences,
  PushState,
  PushSubscription,
  Receipt,
} from '../protocol/notify.ts';
import type { CallHub } from './hub-request.ts';

/** Calls about notifications. */
export interface PushCalls {
  /** Only a paired device may call these. */
  state(): Promise<PushState>;
  /** Subscribes the calling device, with its browser's push subscription. */
  subscribe(subscription: PushSubscription): Promise<void>;
  /** Ends the notifications of the calling device. */
  unsubscribe(): Promise<void>;
  /** Changes which notifications the calling device wants. */
  prefer(preferences: Preferences): Promise<PushState>;
  /** To the calling device, or to another one. Resolves with the response of the push service. */
  test(deviceId?: string): Promise<Delivery>;
  /** To every channel of the setting `notify`, once. Resolves when all have responded. */
  testChannels(): Promise<DeliveryList>;
  /** Reports that a notification was shown or clicked. */
  receipt(receipt: Receipt): Promise<void>;
  /** Newest first. */
  deliveries(): Promise<DeliveryList>;
  /** Devices switch to the new key on their next visit. */
  rotate(): Promise<void>;
}

export function pushCalls(call: CallHub): PushCalls {
  return {
    state: () => call('GET /api/push'),
    subscribe: (body) => call('POST /api/push/subscription', { body }),
    unsubscribe: () => call('DELETE /api/push/subscription'),
    prefer: (body) => call('PUT /api/push/preferences', { body }),
    test: (device_id) =>
      device_id === undefined
        ? call('POST /api/push/test')
        : call('POST /api/push/test/:device_id', { params: { device_id } }),
    testChannels: () => call('POST /api/push/test-channels'),
    receipt: (body) => call('POST /api/push/receipts', { body }),
    deliveries: () => call('GET /api/push/deliveries'),
    rotate: () => call('POST /api/push/rotate'),
  };
}
