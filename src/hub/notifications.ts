/** Connects events to the devices and channels that receive notifications. */

import { presentSession, statusOf } from '../core/present-session.ts';
import type { SessionState } from '../core/session-state.ts';
import { projectName } from '../core/wording/shown-path.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { HubLog } from '../lib/hub-log.ts';
import { toTarget } from '../notify/channels.ts';
import type { NotifierOptions } from '../notify/notifier.ts';
import { Notifier } from '../notify/notifier.ts';
import { Outbound } from '../notify/outbound.ts';
import { PushKeys } from '../notify/push-keys.ts';
import { sendPush } from '../notify/send-push.ts';
import type { DeviceTarget } from '../notify/target.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Delivery, Preferences, PushState, PushSubscription, Receipt } from '../protocol/notify.ts';
import type { Settings } from '../protocol/settings.ts';
import { copyKey, type EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import type { NotifyStore } from '../store/notify-store.ts';
import { type Devices, identityOf } from './access/devices.ts';
import type { Presence } from './access/presence.ts';
import type { FleetService } from './fleet/fleet-service.ts';

export interface NotificationsOptions {
  readonly log: Pick<EventLog, 'onCommit'>;
  readonly reader: LogReader;
  /** Other hosts of the fleet; devices that are paired here receive their notices too. */
  readonly fleet?: Pick<FleetService, 'onCommit' | 'copies'> | undefined;
  readonly store: NotifyStore;
  readonly devices: Devices;
  readonly presence: Pick<Presence, 'isLooking'>;
  readonly settings: () => Settings;
  /** File with the keys for push services. */
  readonly keyFile: string;
  /** Commands of the settings get a few of these variables. */
  readonly env: NodeJS.ProcessEnv;
  /** The name of this machine. */
  readonly host: string;
  /** The address of the page, for links; undefined while nothing listens. */
  readonly pageUrl?: () => string | undefined;
  readonly output: HubLog;
  readonly now?: Clock;
  readonly gatherMs?: NotifierOptions['gatherMs'];
}

/** Enough to find the last text of a turn. */
const NEWEST = { limit: 20, maxBytes: 1024 * 1024 };
const LAST_WORDS_LIMIT = 4000;

export class Notifications {
  readonly #options: NotificationsOptions;
  readonly #keys: PushKeys;
  readonly #notifier: Notifier;
  readonly #stopListening: () => void;

  constructor(options: NotificationsOptions) {
    this.#options = options;
    const { log, reader, fleet, store, devices, presence, output, env, host } = options;
    const now = options.now ?? systemClock;
    this.#keys = new PushKeys(options.keyFile);
    this.#stopListening = devices.onRemove(() => this.#forgetRevoked());
    this.#notifier = new Notifier({
      onCommit: (listener) => log.onCommit(listener),
      openInteractions: () => reader.interactions('open'),
      elsewhere: fleet && {
        onCommit: (listener) => fleet.onCommit(listener),
        openInteractions: () => fleet.copies?.reader.interactions('open') ?? [],
      },
      deliveries: () => store.deliveries(),
      outbox: () => store.outbox(),
      lastWords: (sessionId) => this.#lastWords(sessionId),
      linkOf: (path) => this.#linkOf(path),
      host,
      titleOf: (sessionId) => this.#titleOf(sessionId),
      devices: () => this.#targets(),
      channels: () => options.settings().notify.map((channel) => toTarget(channel, { env, now })),
      preferences: (deviceId) => store.preferences(deviceId),
      isLooking: ({ identityId }) => presence.isLooking(identityId),
      isIdle: (sessionId) => this.#isIdle(sessionId),
      forget: (deviceId) => this.#unsubscribe(deviceId),
      outbound: new Outbound(store, output.warn),
      warn: output.warn,
      now,
      ...(options.gatherMs !== undefined && { gatherMs: options.gatherMs }),
    });
  }

  state(deviceId: string): PushState {
    const { store } = this.#options;
    return {
      public_key: this.#keys.current,
      subscribed: store.subscriptions().some(({ device_id }) => device_id === deviceId),
      preferences: store.preferences(deviceId),
    };
  }

  subscribe(deviceId: string, subscription: PushSubscription): void {
    this.#options.store.subscribe({ device_id: deviceId, subscription, key: this.#keys.current });
    this.#forgetOldKeys();
  }

  unsubscribe(deviceId: string): void {
    this.#unsubscribe(deviceId);
  }

  prefer(deviceId: string, preferences: Preferences): void {
    this.#options.store.prefer(deviceId, preferences);
  }

  /** Resolves with the push service's reply. Throws `not_subscribed`. */
  async test(deviceId: string): Promise<Delivery> {
    const sent = await this.#notifier.test(deviceId);
    if (!sent) {
      throw new ReinsError(
        'not_subscribed',
        'This device does not receive notifications yet. Turn them on in the page first.',
      );
    }
    const newest = this.deliveries().find(({ kind, device_id }) => kind === 'test' && device_id === deviceId);
    if (!newest) throw new ReinsError('internal', 'The test was sent but could not be recorded.');
    return newest;
  }

  /** Resolves with the deliveries once every channel of the settings has responded to a test. */
  async testChannels(): Promise<Delivery[]> {
    const ids = await this.#notifier.testChannels();
    return this.deliveries().filter(({ id }) => ids.includes(id));
  }

  receipt({ id, state }: Receipt): void {
    this.#options.store.change(id, { state });
  }

  deliveries(): Delivery[] {
    return this.#options.store.deliveries();
  }

  /** Devices subscribe with the new key at their next visit. */
  rotateKeys(): string {
    this.#keys.rotate();
    this.#forgetOldKeys();
    return this.#keys.current;
  }

  close(): void {
    this.#stopListening();
    this.#notifier.close();
  }

  #targets(): DeviceTarget[] {
    const { store, devices, settings } = this.#options;
    const known = new Map(devices.list().map((device) => [device.id, device]));
    return store.subscriptions().flatMap(({ device_id, subscription, key }) => {
      const device = known.get(device_id);
      const keys = this.#keys.find(key);
      if (!device || !keys) return [];
      const { push_contact: contact, push_private_addresses: allowPrivate } = settings();
      return [
        {
          deviceId: device_id,
          name: device.name,
          identityId: identityOf(device_id),
          mayAnswer: device.role !== 'viewer',
          send: (message) => sendPush(subscription, message, { keys, contact, allowPrivate }),
        },
      ];
    });
  }

  #titleOf(sessionId: string): string {
    const own = this.#options.reader.session(sessionId);
    const state = own ?? this.#copyOf(sessionId);
    if (!state) return 'Claude Code';
    const { title, cwd, host } = presentSession(state);
    const words = title || projectName(cwd) || 'Claude Code';
    return own ? words : `${words} (${host})`;
  }

  #linkOf(path: string): string | undefined {
    const page = this.#options.pageUrl?.();
    return page === undefined ? undefined : new URL(path, page).href;
  }

  /** In a session of another host: unknown. */
  #lastWords(sessionId: string): string | undefined {
    const { items } = this.#options.reader.items({ sessionId, ...NEWEST });
    const last = items.findLast((item) => item.kind === 'text');
    return last?.kind === 'text' ? last.text.slice(0, LAST_WORDS_LIMIT) : undefined;
  }

  #copyOf(sessionId: string): SessionState | undefined {
    const { copies } = this.#options.fleet ?? {};
    for (const owner of copies?.owners() ?? []) {
      const state = copies?.reader.session(copyKey(owner, sessionId));
      if (state) return state;
    }
    return undefined;
  }

  #isIdle(sessionId: string): boolean {
    const state = this.#options.reader.session(sessionId) ?? this.#copyOf(sessionId);
    return state !== undefined && statusOf(state) === 'idle';
  }

  #unsubscribe(deviceId: string): void {
    this.#options.store.unsubscribe(deviceId);
    this.#forgetOldKeys();
  }

  #forgetRevoked(): void {
    const { store, devices } = this.#options;
    const known = new Set(devices.list().map(({ id }) => id));
    for (const { device_id } of store.subscriptions()) if (!known.has(device_id)) store.forget(device_id);
    this.#forgetOldKeys();
  }

  #forgetOldKeys(): void {
    this.#keys.keepOnly(new Set(this.#options.store.subscriptions().map(({ key }) => key)));
  }
}
