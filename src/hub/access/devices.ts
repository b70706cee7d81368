/** Paired devices: invited with a code, then identified by their own cookie and key until they are revoked. */
import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Identity } from '../../protocol/access.ts';
import type {
  Device,
  DevicePatch,
  DeviceSecrets,
  NewPairing,
  Pair,
  Pairing,
} from '../../protocol/devices.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { DeviceStore } from '../../store/devices.ts';
import { PairingCodes } from './pairing-codes.ts';
import { makeToken } from './token-files.ts';

/** The precision of a device's last visit. */
const SEEN_EVERY_MS = 60_000;

export class Devices {
  readonly #store: DeviceStore;
  readonly #now: Clock;
  readonly #codes: PairingCodes;
  readonly #listeners = new Set<(identityId: string) => void>();

  constructor(store: DeviceStore, now: Clock = systemClock) {
    this.#store = store;
    this.#now = now;
    this.#codes = new PairingCodes(now);
  }

  invite({ role, name }: NewPairing): Omit<Pairing, 'links'> {
    const device_id = randomUUID();
    const { code, expiresAt } = this.#codes.make({ deviceId: device_id, role, name });
    return { device_id, code, role, expires_at: new Date(expiresAt).toISOString() };
  }

  /**
   * `address` is the caller's, `oldCookie` its current cookie: a device that was paired before keys existed is replaced. The
   * secrets are returned to the device here and never again. Throws `pairing_refused`, `too_many_attempts`.
   */
  pair(
    { code, name }: Pair,
    address: string,
    oldCookie?: string,
  ): { device: Device; secrets: DeviceSecrets } {
    const invited = this.#codes.take(code, address);
    const before = oldCookie === undefined ? undefined : this.#store.findByCookieAlone(oldCookie);
    if (before) this.remove(before.id);
    const device: Device = {
      id: invited.deviceId,
      name: this.#freeName(invited.name ?? before?.name ?? name ?? 'device'),
      role: invited.role,
      paired_at: this.#moment(),
    };
    const secrets = { cookie: makeToken(), key: makeToken() };
    this.#store.add(device, secrets);
    return { device, secrets };
  }

  identify(secrets: DeviceSecrets): Identity | undefined {
    const device = this.#store.find(secrets);
    if (!device) return undefined;
    if (this.#now() - Date.parse(device.last_seen_at ?? device.paired_at) >= SEEN_EVERY_MS) {
      this.#store.seen(device.id, this.#moment());
    }
    return { id: identityOf(device.id), name: device.name, role: device.role, device: device.id };
  }

  list(): Device[] {
    return this.#store.list();
  }

  /** Changing the role closes a device's connections, which reopen with the new role. Throws `device_not_found`. */
  change(id: string, patch: DevicePatch): Device {
    const before = this.#store.get(id);
    const name =
      patch.name !== undefined && patch.name !== before?.name ? this.#freeName(patch.name) : undefined;
    const device = this.#store.change(id, { role: patch.role, name });
    if (!device) throw notFound(id);
    if (device.role !== before?.role) this.#notifyRemoved(id);
    return device;
  }

  /** Revokes the device and closes its connections. Throws `device_not_found`. */
  remove(id: string): void {
    if (!this.#store.remove(id)) throw notFound(id);
    this.#notifyRemoved(id);
  }

  /** Calls back with the identity of each device that loses a permission. */
  onRemove(listener: (identityId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Answers carry a device's name, so names are unique. */
  #freeName(wanted: string): string {
    const taken = new Set(this.#store.list().map(({ name }) => name));
    if (!taken.has(wanted)) return wanted;
    for (let number = 2; ; number += 1) {
      if (!taken.has(`${wanted} ${number}`)) return `${wanted} ${number}`;
    }
  }

  #notifyRemoved(id: string): void {
    for (const listener of [...this.#listeners]) listener(identityOf(id));
  }

  #moment(): string {
    return new Date(this.#now()).toISOString();
  }
}

/** The id of a device as a caller. */
export function identityOf(id: string): string {
  return `device:${id}`;
}

function notFound(id: string): ReinsError {
  return new ReinsError('device_not_found', `There is no device ${id}. "reins devices" lists them.`, { id });
}
