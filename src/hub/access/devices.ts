/** Paired devices: invited with a code, then identified by their own cookie and key until they are revoked. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Identity } from '../../protocol/access.ts';
import type {
  Device,
  DevicePatch,
  DeviceSecrets,
  NewPairing,
  NewShare,
  Pair,
  Pairing,
} from '../../protocol/devices.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { EventBody } from '../../protocol/events.ts';
import type { DeviceStore, Link } from '../../store/devices.ts';
import { PairingCodes } from './pairing-codes.ts';
import { makeToken } from './token-files.ts';

/** Recorded in the log of the session. */
export type ShareFact = EventBody<'session_shared' | 'share_ended'>;
type ShareEnd = 'revoked' | 'expired' | 'left';

/** The precision of a device's last visit. */
const SEEN_EVERY_MS = 60_000;
const HOUR_MS = 60 * 60_000;
/** The clock may be set meanwhile. */
const MOST_WAITED_MS = HOUR_MS;

export class Devices {
  readonly #store: DeviceStore;
  readonly #now: Clock;
  readonly #codes: PairingCodes;
  readonly #listeners = new Set<(identityId: string) => void>();
  readonly #record: (sessionId: string, fact: ShareFact) => void;
  #expiry: NodeJS.Timeout | undefined;

  /** `record` throws if the log cannot be written. */
  constructor(
    store: DeviceStore,
    now: Clock = systemClock,
    record: (sessionId: string, fact: ShareFact) => void = () => {},
  ) {
    this.#store = store;
    this.#now = now;
    this.#codes = new PairingCodes(now);
    this.#record = record;
    this.#watchExpiry();
  }

  /**
   * A link to one session for one browser. The code is returned here and never again. Throws if the log cannot be written:
   * what is not recorded is not shared.
   */
  share(sessionId: string, { hours, name }: NewShare & { readonly name: string }, by: string) {
    const expires_at = new Date(this.#now() + hours * HOUR_MS).toISOString();
    const link: Link = {
      id: randomUUID(),
      name: this.#freeName(name),
      role: 'viewer',
      paired_at: this.#moment(),
      session_id: sessionId,
      expires_at,
    };
    this.#record(sessionId, {
      type: 'session_shared',
      share_id: link.id,
      name: link.name,
      expires_at,
      by,
    });
    const code = randomBytes(15).toString('base64url');
    this.#store.addLink(link, code, { cookie: makeToken(), key: makeToken() });
    this.#watchExpiry();
    return { device_id: link.id, name: link.name, expires_at, code };
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
    const secrets = { cookie: makeToken(), key: makeToken() };
    const shared = this.#store.openLink(code.trim(), secrets, this.#moment());
    if (shared) return { device: shared, secrets };
    const invited = this.#codes.take(code, address);
    const before = oldCookie === undefined ? undefined : this.#store.findByCookieAlone(oldCookie);
    if (before) this.remove(before.id);
    const device: Device = {
      id: invited.deviceId,
      name: this.#freeName(invited.name ?? before?.name ?? name ?? 'device'),
      role: invited.role,
      paired_at: this.#moment(),
    };
    this.#store.add(device, secrets);
    return { device, secrets };
  }

  identify(secrets: DeviceSecrets): Identity | undefined {
    const device = this.#store.find(secrets);
    if (!device) return undefined;
    const { session_id, expires_at } = device;
    if (expires_at !== undefined && expires_at <= this.#moment()) {
      this.#endLinks();
      return undefined;
    }
    if (this.#now() - Date.parse(device.last_seen_at ?? device.paired_at) >= SEEN_EVERY_MS) {
      this.#store.seen(device.id, this.#moment());
    }
    const caller = { id: identityOf(device.id), name: device.name, role: device.role, device: device.id };
    return { ...caller, ...(session_id !== undefined && { session: session_id }) };
  }

  get(id: string | undefined): Device | undefined {
    return id === undefined ? undefined : this.#store.get(id);
  }

  list(): Device[] {
    return this.#store.list();
  }

  /** Changing the role closes a device's connections, which reopen with the new role. Throws `device_not_found`. */
  change(id: string, patch: DevicePatch): Device {
    const before = this.#store.get(id);
    if (before?.session_id !== undefined && patch.role !== undefined && patch.role !== 'viewer')
      throw new ReinsError(
        'invalid_request',
        'A link to one session is always a viewer. Invite a device instead.',
      );
    const name =
      patch.name !== undefined && patch.name !== before?.name ? this.#freeName(patch.name) : undefined;
    const device = this.#store.change(id, { role: patch.role, name });
    if (!device) throw notFound(id);
    if (device.role !== before?.role) this.#notifyRemoved(id);
    return device;
  }

  /** Revokes the device and closes its connections. Throws `device_not_found`. */
  remove(id: string, reason: ShareEnd = 'revoked', by?: string): void {
    const device = this.#store.get(id);
    if (!device || !this.#store.remove(id)) throw notFound(id);
    this.#notifyRemoved(id);
    if (device.session_id === undefined) return;
    try {
      const ended = { type: 'share_ended', share_id: id, name: device.name, reason } as const;
      this.#record(device.session_id, { ...ended, ...(by !== undefined && { by }) });
    } catch {
      // Access ends even if that cannot be recorded.
    }
  }

  /** Stops the timer. */
  close(): void {
    clearTimeout(this.#expiry);
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

  /** Open connections end when access does, not at the next request. */
  #watchExpiry(): void {
    clearTimeout(this.#expiry);
    const ends = this.#store.list().flatMap(({ expires_at }) => expires_at ?? []);
    const [next] = ends.sort();
    if (next === undefined) return;
    const wait = Math.min(Math.max(0, Date.parse(next) - this.#now()), MOST_WAITED_MS);
    this.#expiry = setTimeout(() => this.#endLinks(), wait).unref();
  }

  #endLinks(): void {
    const now = this.#moment();
    for (const { id, expires_at } of this.#store.list())
      if (expires_at !== undefined && expires_at <= now) this.remove(id, 'expired');
    this.#watchExpiry();
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
