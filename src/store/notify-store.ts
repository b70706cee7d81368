/** Notification targets, the preferences of each device, and recent deliveries. */
import {
  type Delivery,
  type DeliveryState,
  type Preferences,
  type PushSubscription,
  preferencesSchema,
} from '../protocol/notify.ts';
import type { Database, Statement } from './sqlite.ts';

export interface KeptSubscription {
  readonly device_id: string;
  readonly subscription: PushSubscription;
  /** The public key it was created with. */
  readonly key: string;
}

/** More than anyone scrolls through. */
const KEPT_DELIVERIES = 500;
/** A receipt may overtake the push service's reply; states never go back. */
const ORDER: readonly DeliveryState[] = ['sending', 'failed', 'accepted', 'shown', 'clicked'];

export class NotifyStore {
  readonly #subscribe: Statement;
  readonly #unsubscribe: Statement;
  readonly #subscriptions: Statement;
  readonly #prefer: Statement;
  readonly #preferences: Statement;
  readonly #forgetPreferences: Statement;
  readonly #addDelivery: Statement;
  readonly #changeDelivery: Statement;
  readonly #delivery: Statement;
  readonly #deliveries: Statement;
  readonly #prune: Statement;
  readonly #keep: Statement;
  readonly #release: Statement;
  readonly #kept: Statement;

  constructor(database: Database) {
    this.#subscribe = database.prepare('INSERT OR REPLACE INTO push_subscriptions VALUES (?, ?, ?)');
    this.#unsubscribe = database.prepare('DELETE FROM push_subscriptions WHERE device_id = ?');
    this.#subscriptions = database.prepare('SELECT * FROM push_subscriptions ORDER BY device_id');
    this.#prefer = database.prepare('INSERT OR REPLACE INTO notify_preferences VALUES (?, ?)');
    this.#preferences = database.prepare('SELECT json FROM notify_preferences WHERE device_id = ?');
    this.#forgetPreferences = database.prepare('DELETE FROM notify_preferences WHERE device_id = ?');
    this.#addDelivery = database.prepare('INSERT INTO deliveries (id, json) VALUES (?, ?)');
    this.#changeDelivery = database.prepare('UPDATE deliveries SET json = ? WHERE id = ?');
    this.#delivery = database.prepare('SELECT json FROM deliveries WHERE id = ?');
    this.#deliveries = database.prepare('SELECT json FROM deliveries ORDER BY number DESC LIMIT ?');
    this.#keep = database.prepare('INSERT OR REPLACE INTO outbox VALUES (?, ?)');
    this.#release = database.prepare('DELETE FROM outbox WHERE id = ?');
    this.#kept = database.prepare('SELECT id, json FROM outbox');
    this.#prune = database.prepare(
      `DELETE FROM deliveries WHERE number <= (SELECT max(number) FROM deliveries) - ${KEPT_DELIVERIES}`,
    );
  }

  subscribe({ device_id, subscription, key }: KeptSubscription): void {
    this.#subscribe.run(device_id, JSON.stringify(subscription), key);
  }

  unsubscribe(deviceId: string): void {
    this.#unsubscribe.run(deviceId);
  }

  subscriptions(): KeptSubscription[] {
    return this.#subscriptions.all().map((row) => {
      const { device_id, subscription, key } = row as Record<'device_id' | 'subscription' | 'key', string>;
      return { device_id, subscription: JSON.parse(subscription) as PushSubscription, key };
    });
  }

  prefer(deviceId: string, preferences: Preferences): void {
    this.#prefer.run(deviceId, JSON.stringify(preferences));
  }

  preferences(deviceId: string): Preferences {
    const row = this.#preferences.get(deviceId) as { json: string } | undefined;
    return row ? preferencesSchema.parse(JSON.parse(row.json)) : {};
  }

  /** Removes everything of a revoked device. */
  forget(deviceId: string): void {
    this.unsubscribe(deviceId);
    this.#forgetPreferences.run(deviceId);
  }

  /** `content`: what to send, kept until the delivery has been accepted or has failed. */
  add(delivery: Delivery, content?: object): void {
    this.#addDelivery.run(delivery.id, JSON.stringify(delivery));
    if (content) this.#keep.run(delivery.id, JSON.stringify(content));
    this.#prune.run();
  }

  /** What an earlier hub did not deliver, by delivery. */
  outbox(): ReadonlyMap<string, unknown> {
    const rows = this.#kept.all() as { id: string; json: string }[];
    return new Map(rows.map(({ id, json }) => [id, JSON.parse(json) as unknown]));
  }

  /** Ignores what is no longer known. */
  change(
    id: string,
    { state, reason }: { readonly state: DeliveryState; readonly reason?: string | undefined },
  ): void {
    const row = this.#delivery.get(id) as { json: string } | undefined;
    if (!row) return;
    const { reason: _, ...before } = JSON.parse(row.json) as Delivery;
    if (ORDER.indexOf(state) < ORDER.indexOf(before.state)) return;
    const delivery: Delivery = { ...before, state, ...(reason !== undefined && { reason }) };
    this.#changeDelivery.run(JSON.stringify(delivery), id);
    if (state !== 'sending') this.#release.run(id);
  }

  deliveries(limit = KEPT_DELIVERIES): Delivery[] {
    return this.#deliveries.all(limit).map((row) => JSON.parse((row as { json: string }).json) as Delivery);
  }
}
