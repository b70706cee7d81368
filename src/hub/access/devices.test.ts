import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { DeviceStore } from '../../store/devices.ts';
import type { Database } from '../../store/sqlite.ts';
import { Devices } from './devices.ts';

const MINUTE = 60_000;
const HERE = '127.0.0.1';
let folder: string;
let database: Database;
let now: number;
let devices: Devices;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-devices-'));
  database = openDatabase(join(folder, 'reins.db'));
  now = Date.parse('2026-01-01T00:00:00Z');
  devices = new Devices(new DeviceStore(database), () => now);
});
afterEach(() => {
  devices.close();
  database.close();
  rmSync(folder, { recursive: true });
});

const invite = (role: 'viewer' | 'approver' | 'operator' = 'approver', name?: string) =>
  devices.invite({ role, ...(name && { name }) });

test('a code admits one device, with the role it was created for', () => {
  const { code, device_id } = invite('approver');
  const { device, secrets } = devices.pair({ code, name: 'Phone' }, HERE);
  expect(device).toMatchObject({ id: device_id, name: 'Phone', role: 'approver' });
  expect(devices.identify(secrets)).toMatchObject({ name: 'Phone', role: 'approver', device: device_id });
  expect(() => devices.pair({ code }, HERE)).toThrow(/already used/);
  expect(devices.list()).toHaveLength(1);
});

test('the database contains no secret', () => {
  const { secrets } = devices.pair({ code: invite().code }, HERE);
  const rows = JSON.stringify(database.prepare('SELECT * FROM devices').all());
  expect(rows).not.toContain(secrets.cookie);
  expect(rows).not.toContain(secrets.key);
});

test('neither secret is valid without the other', () => {
  const { secrets } = devices.pair({ code: invite().code }, HERE);
  const other = devices.pair({ code: invite().code }, HERE).secrets;
  const { cookie, key } = secrets;
  for (const wrong of [
    { cookie, key: '' },
    { cookie, key: cookie },
    { cookie: key, key },
    { ...other, cookie },
  ]) {
    expect(devices.identify(wrong)).toBeUndefined();
  }
  expect(devices.identify({ cookie, key })).toBeDefined();
});

test('a device from the time when a cookie was enough is replaced when it pairs again', () => {
  const removed: string[] = [];
  devices.onRemove((id) => removed.push(id));
  const hash = createHash('sha256').update('old-cookie').digest('hex');
  const insert = 'INSERT INTO devices (id, name, role, hash, paired_at) VALUES (?, ?, ?, ?, ?)';
  database.prepare(insert).run('old', 'Sofa', 'operator', hash, '2025-01-01T00:00:00.000Z');
  for (const key of ['', 'old-cookie'])
    expect(devices.identify({ cookie: 'old-cookie', key })).toBeUndefined();
  const { device } = devices.pair({ code: invite().code, name: 'Phone' }, HERE, 'old-cookie');
  expect(devices.list()).toMatchObject([{ id: device.id, name: 'Sofa', role: 'approver' }]);
  expect(removed).toEqual(['device:old']);
});

test('a code expires after ten minutes', () => {
  const { code } = invite();
  now += 10 * MINUTE;
  expect(() => devices.pair({ code }, HERE)).toThrow(/has expired/);
});

test('limits wrong codes per address without blocking valid ones', () => {
  const codes = [invite().code, invite().code];
  const guess = (address: string) => () => devices.pair({ code: 'wrong' }, address);
  for (let count = 0; count < 20; count += 1) expect(guess('10.0.0.1')).toThrow(/This link/);
  expect(guess('10.0.0.1')).toThrow(/Too many/);
  expect(guess('10.0.0.2')).toThrow(/This link/);
  for (const [place, code] of codes.entries()) {
    expect(devices.pair({ code }, `10.0.0.${place + 1}`).device.role).toBe('approver');
  }
  now += MINUTE;
  expect(guess('10.0.0.1')).toThrow(/This link/);
});

test('prefers the inviter’s name to the device’s own; names are unique', () => {
  const names = ['mine', 'mine', undefined].map((name) =>
    devices.pair({ code: invite('viewer', name).code, name: 'mine' }, HERE),
  );
  expect(names.map(({ device }) => device.name)).toEqual(['mine', 'mine 2', 'mine 3']);
  const [first] = names;
  expect(devices.change(first?.device.id ?? '', { name: 'mine 2' }).name).toBe('mine 2 2');
  expect(devices.change(first?.device.id ?? '', { name: 'mine 2 2' }).name).toBe('mine 2 2');
});

test('a revoked device or a changed role takes effect immediately; a new name ends nothing', () => {
  const removed: string[] = [];
  devices.onRemove((id) => removed.push(id));
  const { device, secrets } = devices.pair({ code: invite().code }, HERE);
  devices.change(device.id, { name: 'other' });
  expect(removed).toEqual([]);
  devices.change(device.id, { role: 'viewer' });
  expect(removed).toEqual([devices.identify(secrets)?.id]);
  devices.remove(device.id);
  expect(removed).toHaveLength(2);
  expect(devices.identify(secrets)).toBeUndefined();
  expect(() => devices.remove(device.id)).toThrow(/no device/);
  expect(() => devices.change('none', { name: 'x' })).toThrow(/no device/);
});

test('records when it was last seen to the minute', () => {
  const { secrets } = devices.pair({ code: invite().code }, HERE);
  now += MINUTE - 1;
  devices.identify(secrets);
  expect(devices.list()[0]?.last_seen_at).toBe('2026-01-01T00:00:00.000Z');
  now += 1;
  devices.identify(secrets);
  expect(devices.list()[0]?.last_seen_at).toBe('2026-01-01T00:01:00.000Z');
});

test('a link to one session is recorded, kept only as hashes, and ends when it expires', () => {
  const recorded: object[] = [];
  const shares = new Devices(
    new DeviceStore(database),
    () => now,
    (session, fact) => recorded.push({ session, ...fact }),
  );
  const { code, device_id, expires_at } = shares.share('s', { hours: 1, name: 'Ann' }, 'phone');
  expect(expires_at).toBe('2026-01-01T01:00:00.000Z');
  const { secrets } = shares.pair({ code }, HERE);
  expect(shares.identify(secrets)).toMatchObject({ name: 'Ann', role: 'viewer', session: 's' });
  const stored = JSON.stringify(database.prepare('SELECT * FROM devices').all());
  for (const secret of [code, secrets.cookie, secrets.key]) expect(stored).not.toContain(secret);
  now += 60 * MINUTE;
  expect(shares.identify(secrets)).toBeUndefined();
  expect(shares.list()).toEqual([]);
  expect(recorded).toEqual([
    { session: 's', type: 'session_shared', share_id: device_id, name: 'Ann', expires_at, by: 'phone' },
    { session: 's', type: 'share_ended', share_id: device_id, name: 'Ann', reason: 'expired' },
  ]);
  shares.close();
});

test('an unopened link expires, and survives a restart of the hub until then', () => {
  const { code } = devices.share('s', { hours: 1, name: 'Ann' }, 'me');
  const { code: late } = devices.share('s', { hours: 1, name: 'Bob' }, 'me');
  const next = new Devices(new DeviceStore(database), () => now);
  expect(next.pair({ code }, HERE).device).toMatchObject({ name: 'Ann', session_id: 's' });
  now += 60 * MINUTE;
  expect(() => next.pair({ code: late }, HERE)).toThrow(/has expired/);
  next.close();
});

test('nothing is shared if that cannot be recorded; access ends even if that cannot be', () => {
  let isFull = false;
  const shares = new Devices(
    new DeviceStore(database),
    () => now,
    () => {
      if (isFull) throw new Error('disk full');
    },
  );
  const { code, device_id } = shares.share('s', { hours: 1, name: 'Ann' }, 'me');
  const { secrets } = shares.pair({ code }, HERE);
  isFull = true;
  expect(() => shares.share('s', { hours: 1, name: 'Bob' }, 'me')).toThrow('disk full');
  expect(shares.list()).toHaveLength(1);
  shares.remove(device_id);
  expect(shares.identify(secrets)).toBeUndefined();
  shares.close();
});
