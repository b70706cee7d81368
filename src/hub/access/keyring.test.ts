import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { DeviceStore } from '../../store/devices.ts';
import type { Database } from '../../store/sqlite.ts';
import { TokenStore } from '../../store/tokens.ts';
import { Devices } from './devices.ts';
import { Keyring } from './keyring.ts';
import { loadTokenFiles } from './token-files.ts';

let folder: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-keyring-'));
  database = openDatabase(join(folder, 'reins.db'));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

test('creates the token files once, readable only by their owner', () => {
  const first = loadTokenFiles({ folder });
  expect(first.operator).toMatch(/^reins_[\w-]{43}$/);
  expect(first.ingest).toMatch(/^reins_/);
  expect(first.ingest).not.toBe(first.operator);
  expect(loadTokenFiles({ folder })).toEqual(first);
  for (const name of ['token', 'ingest-token']) {
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  }
  expect(readFileSync(join(folder, 'token'), 'utf8')).toBe(`${first.operator}\n`);
});

test('closes a file that others could read, and recreates an empty one', () => {
  const { operator } = loadTokenFiles({ folder });
  chmodSync(join(folder, 'token'), 0o644);
  writeFileSync(join(folder, 'ingest-token'), '\n');
  const again = loadTokenFiles({ folder });
  expect(again.operator).toBe(operator);
  expect(again.ingest).toMatch(/^reins_/);
  expect(statSync(join(folder, 'token')).mode & 0o777).toBe(0o600);
});

test('tokens from before the prefix remain valid', () => {
  const old = 'A'.repeat(43);
  writeFileSync(join(folder, 'token'), `${old}\n`);
  const files = loadTokenFiles({ folder });
  expect(files.operator).toBe(old);
  const keyring = new Keyring(files, new TokenStore(database), new Devices(new DeviceStore(database)));
  expect(keyring.identify(old)).toMatchObject({ role: 'operator' });
  expect(keyring.add({ name: 'bot', role: 'viewer' }).token).toMatch(/^reins_/);
});

test('identifies the owner of a token across restarts without storing it', () => {
  const files = loadTokenFiles({ folder });
  const { token } = new Keyring(files, new TokenStore(database), new Devices(new DeviceStore(database))).add({
    name: 'phone',
    role: 'approver',
  });
  const keyring = new Keyring(files, new TokenStore(database), new Devices(new DeviceStore(database)));
  expect(keyring.identify(files.operator)).toMatchObject({ name: 'operator', role: 'operator' });
  expect(keyring.identify(files.ingest)).toMatchObject({ name: 'ingest', role: 'ingest' });
  expect(keyring.identify(token)).toMatchObject({ name: 'phone', role: 'approver' });
  expect(keyring.identify('')).toBeUndefined();
  expect(keyring.identify(`${token}x`)).toBeUndefined();
  expect(JSON.stringify(database.prepare('SELECT * FROM tokens').all())).not.toContain(token);
});

test('notifies listeners that a token was removed', () => {
  const keyring = new Keyring(
    loadTokenFiles({ folder }),
    new TokenStore(database),
    new Devices(new DeviceStore(database)),
  );
  const removed: string[] = [];
  const forget = keyring.onRemove((name) => removed.push(name));
  for (const name of ['a', 'b']) keyring.add({ name, role: 'viewer' });
  keyring.remove('a');
  forget();
  keyring.remove('b');
  expect(removed).toEqual(['token:a']);
  expect(() => keyring.remove('b')).toThrow('no token named b');
});
