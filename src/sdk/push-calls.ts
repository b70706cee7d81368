/** The calls about notifications. */
import type { Delivery, Preferences, PushState, PushSubscription, Receipt } from '../protocol/notify.ts';
import type { HubRequest } from './hub-request.ts';

export interface PushCalls {
  /** Only a paired device may call these. */
  state(): Promise<PushState>;
  subscribe(subscription: PushSubscription): Promise<void>;
  unsubscribe(): Promise<void>;
  prefer(preferences: Preferences): Promise<PushState>;
  /** To the calling device, or to another one. Resolves with what the push service said. */
  test(deviceId?: string): Promise<Delivery>;
  receipt(receipt: Receipt): Promise<void>;
  /** Newest first. */
  deliveries(): Promise<{ readonly items: readonly Delivery[] }>;
  /** Devices take the new key at their next visit. */
  rotate(): Promise<void>;
}

export function pushCalls(
  ask: <T>(path: string, request?: HubRequest) => Promise<T>,
  send: (path: string, request?: HubRequest) => Promise<unknown>,
): PushCalls {
  const tell = async (path: string, request: HubRequest) => {
    await send(path, request);
  };
  return {
    state: () => ask('/push'),
    subscribe: (body) => tell('/push/subscription', { method: 'POST', body }),
    unsubscribe: () => tell('/push/subscription', { method: 'DELETE' }),
    prefer: (body) => ask('/push/preferences', { method: 'PUT', body }),
    test: (deviceId) =>
      ask(`/push/test${deviceId === undefined ? '' : `/${encodeURIComponent(deviceId)}`}`, {
        method: 'POST',
      }),
    receipt: (body) => tell('/push/receipts', { method: 'POST', body }),
    deliveries: () => ask('/push/deliveries'),
    rotate: () => tell('/push/rotate', { method: 'POST' }),
  };
}
