import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireHomeLock } from './home-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('has one holder at a time, and is free again after release', () => {
  const path = join(folder, 'hub.lock');
  const first = acquireHomeLock(path);
  expect(first).toBeDefined();
  expect(acquireHomeLock(path)).toBeUndefined();
  first?.release();
  const second = acquireHomeLock(path);
  expect(second).toBeDefined();
  second?.release();
});

test('two homes do not disturb each other', () => {
  const locks = ['a.lock', 'b.lock'].map((name) => acquireHomeLock(join(folder, name)));
  expect(locks.every(Boolean)).toBe(true);
  for (const lock of locks) lock?.release();
});

test('writes no file, so that a full disk does not matter', () => {
  const path = join(folder, 'hub.lock');
  // In the way of SQLite's journal.
  mkdirSync(`${path}-journal`);
  const lock = acquireHomeLock(path);
  expect(lock).toBeDefined();
  expect(acquireHomeLock(path)).toBeUndefined();
  expect(statSync(path).size).toBe(0);
  lock?.release();
});

test('garbage in the file is not a holder, and not an obstacle', () => {
  const path = join(folder, 'hub.lock');
  writeFileSync(path, 'garbage '.repeat(1000));
  const lock = acquireHomeLock(path);
  expect(lock).toBeDefined();
  expect(acquireHomeLock(path)).toBeUndefined();
  lock?.release();
});

test('garbage written while it is held does not release it', () => {
  const path = join(folder, 'hub.lock');
  const lock = acquireHomeLock(path);
  writeFileSync(path, 'garbage '.repeat(1000));
  expect(acquireHomeLock(path)).toBeUndefined();
  lock?.release();
});
