/**
 * Paired devices in the database: only the hashes of their secrets, so that a reader of the file cannot use
 * them.
 */
import { sha256 } from '../lib/sha256.ts';
import type { Device, DevicePatch, DeviceSecrets } from '../protocol/devices.ts';
import type { Database, Statement } from './sqlite.ts';

const COLUMNS =
  'id, name, role, paired_at, last_seen_at, session AS session_id, expires_at, code IS NOT NULL AS is_unused';

export class DeviceStore {
  readonly #insert: Statement;
  readonly #update: Statement;
  readonly #seen: Statement;
  readonly #delete: Statement;
  readonly #find: Statement;
  readonly #get: Statement;
  readonly #list: Statement;
  readonly #insertLink: Statement;
  readonly #openLink: Statement;

  constructor(database: Database) {
    this.#insert = database.prepare(
      'INSERT INTO devices (id, name, role, hash, paired_at, last_seen_at) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#insertLink = database.prepare(
      'INSERT INTO devices (id, name, role, hash, paired_at, session, expires_at, code) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    // One statement: two browsers that open a link at once cannot both get in.
    this.#openLink = database.prepare(
      'UPDATE devices SET hash = ?, code = NULL, last_seen_at = ? WHERE code = ? AND expires_at > ? RETURNING id',
    );
    this.#update = database.prepare('UPDATE devices SET name = ?, role = ? WHERE id = ?');
    this.#seen = database.prepare('UPDATE devices SET last_seen_at = ? WHERE id = ?');
    this.#delete = database.prepare('DELETE FROM devices WHERE id = ?');
    this.#find = database.prepare(`SELECT ${COLUMNS} FROM devices WHERE hash = ?`);
    this.#get = database.prepare(`SELECT ${COLUMNS} FROM devices WHERE id = ?`);
    this.#list = database.prepare(`SELECT ${COLUMNS} FROM devices ORDER BY paired_at, id`);
  }

  add({ id, name, role, paired_at }: Device, secrets: DeviceSecrets): void {
    this.#insert.run(id, name, role, sha256(join(secrets)), paired_at, paired_at);
  }

  /** `secrets` are those of nobody, until the link is opened. */
  addLink(link: Link, code: string, secrets: DeviceSecrets): void {
    const { id, name, role, paired_at, session_id, expires_at } = link;
    this.#insertLink.run(
      ...[id, name, role, sha256(join(secrets)), paired_at, session_id, expires_at],
      sha256(code),
    );
  }

  /** Gives the browser that opens a link its secrets. Undefined if the code is unknown, used or expired. */
  openLink(code: string, secrets: DeviceSecrets, now: string): Device | undefined {
    const row = this.#openLink.get(sha256(join(secrets)), now, sha256(code), now) as
      | { id: string }
      | undefined;
    return row && this.get(row.id);
  }

  /** Undefined if there is none with that id. */
  change(id: string, patch: DevicePatch): Device | undefined {
    const device = this.get(id);
    if (device) this.#update.run(patch.name ?? device.name, patch.role ?? device.role, id);
    return this.get(id);
  }

  seen(id: string, at: string): void {
    this.#seen.run(at, id);
  }

  /** False if there is none with that id. */
  remove(id: string): boolean {
    return this.#delete.run(id).changes > 0;
  }

  get(id: string): Device | undefined {
    return toDevice(this.#get.get(id));
  }

  find(secrets: DeviceSecrets): Device | undefined {
    return toDevice(this.#find.get(sha256(join(secrets))));
  }

  /** A device that was paired before keys existed. */
  findByCookieAlone(cookie: string): Device | undefined {
    return toDevice(this.#find.get(sha256(cookie)));
  }

  list(): Device[] {
    return this.#list.all().flatMap((row) => toDevice(row) ?? []);
  }
}

/** A device that may read one session until it expires. */
export type Link = Device & Required<Pick<Device, 'session_id' | 'expires_at'>>;

function toDevice(row: unknown): Device | undefined {
  if (!row) return undefined;
  const { is_unused, ...device } = row as Record<string, unknown>;
  const known = Object.entries(device).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(known), ...(is_unused === 1 && { is_unused: true }) } as Device;
}

/** Neither secret contains a dot: a cookie alone never has the same hash. */
function join({ cookie, key }: DeviceSecrets): string {
  return `${cookie}.${key}`;
}
