import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, vi } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { backUp, backUpNow, isDue, keepDailyBackups, listBackups, verifyBackup } from './backups.ts';
import { openDatabase } from './database.ts';
import { DeviceStore } from './devices.ts';
import { NOON, storeTest, type TestStore, text } from './store-fixture.ts';
import { TokenStore } from './tokens.ts';
import { visitDatabase } from './visit-database.ts';

const test = storeTest;
const DAY = 24 * 60 * 60 * 1000;
const sourceOf = ({ folder }: TestStore) => join(folder, 'reins.db');
const folderOf = ({ folder }: TestStore) => join(folder, 'backups');

function countEvents(file: string): number {
  return visitDatabase(file, (database) => {
    const row = database.prepare('SELECT count(*) AS events FROM visited.events').get();
    return (row as { events: number }).events;
  });
}

test('a backup is complete, private, one file, and of one moment', async ({ store }) => {
  for (let index = 0; index < 200; index++) store.add(text(`${index}`, { text: 'x'.repeat(2000) }));
  const making = backUp(sourceOf(store), folderOf(store), NOON);
  let written = 200;
  let isDone = false;
  making.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    store.add(text(`${written++}`, { text: 'x'.repeat(2000) }));
    await new Promise(setImmediate);
  }
  const { file } = await making;
  expect(readdirSync(folderOf(store))).toEqual([basename(file)]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  verifyBackup(file);
  const events = countEvents(file);
  expect(events).toBeGreaterThanOrEqual(200);
  expect(events).toBeLessThanOrEqual(written);
  expect(store.reader.lastPosition()).toBe(written);
});

test('a synchronous backup is equally complete', ({ store }) => {
  store.add(text('a'));
  const { file } = backUpNow(store.database, folderOf(store), NOON);
  expect(countEvents(file)).toBe(1);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a backup restores no token and no device', async ({ store }) => {
  const tokens = new TokenStore(store.database);
  const devices = new DeviceStore(store.database);
  const paired_at = new Date(NOON).toISOString();
  tokens.add('bot', 'operator', 'secret', paired_at);
  devices.add({ id: 'd', name: 'phone', role: 'operator', paired_at }, { cookie: 'c', key: 'k' });
  const now = backUpNow(store.database, folderOf(store), NOON);
  const later = await backUp(sourceOf(store), folderOf(store), NOON + DAY);
  for (const { file } of [now, later]) {
    const restored = openDatabase(file);
    expect([new TokenStore(restored).list(), new DeviceStore(restored).list()]).toEqual([[], []]);
    restored.close();
  }
  expect([tokens.find('secret')?.name, devices.list().length]).toEqual(['bot', 1]);
});

test('keeps the newest seven, and removes what a crash left', ({ store }) => {
  mkdirSync(folderOf(store));
  const stale = join(folderOf(store), 'reins-20250101T000000000Z.db.unfinished');
  const foreign = join(folderOf(store), 'notes.txt');
  for (const path of [stale, foreign]) writeFileSync(path, '');
  for (let day = 0; day < 9; day++) backUpNow(store.database, folderOf(store), NOON + day * DAY);
  const kept = listBackups(folderOf(store)).map(({ at }) => (at - NOON) / DAY);
  expect(kept).toEqual([8, 7, 6, 5, 4, 3, 2]);
  expect(existsSync(stale)).toBe(false);
  expect(existsSync(foreign)).toBe(true);
});

test('keeps one that was made after the clock went back', ({ store }) => {
  for (let day = 1; day <= 7; day++) backUpNow(store.database, folderOf(store), NOON + day * DAY);
  const { file } = backUpNow(store.database, folderOf(store), NOON);
  expect(existsSync(file)).toBe(true);
  expect(listBackups(folderOf(store))).toHaveLength(7);
});

test('a new one is due a day after the last', ({ store }) => {
  expect(isDue(folderOf(store), NOON)).toBe(true);
  backUpNow(store.database, folderOf(store), NOON);
  expect(isDue(folderOf(store), NOON + DAY - 1)).toBe(false);
  expect(isDue(folderOf(store), NOON + DAY)).toBe(true);
  expect(isDue(folderOf(store), NOON - 1)).toBe(true);
});

test('reports a failure and leaves nothing behind', async ({ store }) => {
  await expect(backUp(join(store.folder, 'absent.db'), folderOf(store), NOON)).rejects.toThrow(
    /Backup failed/,
  );
  expect(readdirSync(folderOf(store))).toEqual([]);
});

test('makes one every day while the log is open, and reports failures', async ({ store }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  try {
    const failures: unknown[] = [];
    const folder = folderOf(store);
    let now = NOON;
    const about = { folder, now: () => now, onFailure: (error: unknown) => failures.push(error) };
    const daily = keepDailyBackups({ ...about, source: sourceOf(store) });
    const hasMade = (backups: number) => () => listBackups(folder).length === backups;
    vi.advanceTimersByTime(60_000);
    await waitUntil('the first backup', hasMade(1));
    now += DAY;
    await waitUntil('the second backup', () => {
      vi.advanceTimersByTime(60 * 60_000);
      return hasMade(2)();
    });
    daily.stop();
    now += DAY;
    const failing = keepDailyBackups({ ...about, source: join(store.folder, 'absent.db') });
    vi.advanceTimersByTime(60_000);
    await waitUntil('a failure', () => failures.length === 1);
    failing.stop();
    expect(listBackups(folder)).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
