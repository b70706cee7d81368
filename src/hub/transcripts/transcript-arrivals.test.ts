import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as plain } from 'vitest';
import { waitUntil } from '../../../stage/patience.ts';
import { systemClock } from '../../lib/clock.ts';
import { TranscriptArrivals } from './transcript-arrivals.ts';

const id = (digit: string) => `${digit.repeat(8)}-1111-4111-8111-111111111111`;

const unexpected = (what: unknown) => expect.unreachable(JSON.stringify(what));

interface Place {
  readonly config: string;
  readonly projects: string;
  /** A transcript that was written a day ago. */
  write(folder: string, digit: string): void;
  /** Starts watching. Returns the reports so far. */
  watch(known?: readonly string[]): string[];
}

const test = plain.extend<{ place: Place }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants it
  place: async ({}, use) => {
    const config = mkdtempSync(join(tmpdir(), 'reins-arrivals-'));
    const projects = join(config, 'projects');
    const watching: TranscriptArrivals[] = [];
    await use({
      config,
      projects,
      write(folder, digit) {
        mkdirSync(folder, { recursive: true });
        const path = join(folder, `${id(digit)}.jsonl`);
        writeFileSync(path, '{}\n');
        const yesterday = Date.now() / 1000 - 86_400;
        utimesSync(path, yesterday, yesterday);
      },
      watch(known = []) {
        const reported: string[] = [];
        watching.push(
          new TranscriptArrivals({
            configFolder: config,
            settleMs: 20,
            now: systemClock,
            isKnown: (sessionId) => known.includes(sessionId) || reported.includes(sessionId),
            onArrival: async (arrived) => void reported.push(...arrived.map(({ sessionId }) => sessionId)),
            onTrouble: unexpected,
          }),
        );
        return reported;
      },
    });
    for (const one of watching) one.close();
    rmSync(config, { recursive: true });
  },
});

test('reports a new file in a project once, and a known one never', async ({ place }) => {
  const folder = join(place.projects, 'shop');
  place.write(folder, '1');
  const reported = place.watch([id('1'), id('2')]);
  // The folders are being listed meanwhile: the hub's list contains files that arrive earlier.
  await waitUntil('the first', () => {
    place.write(folder, '2');
    place.write(folder, '3');
    return reported.length > 0;
  });
  place.write(folder, '4');
  await waitUntil('the second', () => reported.length > 1);
  expect(reported).toEqual([id('3'), id('4')]);
});

test('a whole project that is copied in, removed, and copied in again', async ({ place }) => {
  const away = join(place.config, 'away');
  place.write(away, '1');
  mkdirSync(place.projects);
  const reported = place.watch();
  const copy = join(place.projects, 'shop');
  cpSync(away, copy, { recursive: true, preserveTimestamps: true });
  await waitUntil('the first', () => reported.length > 0);
  rmSync(copy, { recursive: true });
  place.write(away, '2');
  cpSync(away, copy, { recursive: true, preserveTimestamps: true });
  await waitUntil('the second', () => reported.length > 1);
  place.write(copy, '3');
  await waitUntil('the third', () => reported.length > 2);
  expect(reported).toEqual([id('1'), id('2'), id('3')]);
});

test('the projects folder may appear later', async ({ place }) => {
  const reported = place.watch();
  place.write(join(place.projects, 'shop'), '1');
  await waitUntil('the transcript', () => reported.length > 0);
  place.write(join(place.projects, 'shop'), '2');
  await waitUntil('the next one', () => reported.length > 1);
  expect(reported).toEqual([id('1'), id('2')]);
});

test('makes no more calls if closed during a check', async ({ place }) => {
  const away = join(place.config, 'away');
  for (const digit of ['1', '2']) place.write(away, digit);
  mkdirSync(place.projects);
  const asked: string[] = [];
  const arrivals = new TranscriptArrivals({
    configFolder: place.config,
    settleMs: 20,
    now: systemClock,
    isKnown(sessionId) {
      asked.push(sessionId);
      arrivals.close();
      return false;
    },
    onArrival: unexpected,
    onTrouble: unexpected,
  });
  const reported = place.watch();
  cpSync(away, join(place.projects, 'shop'), { recursive: true, preserveTimestamps: true });
  await waitUntil('another one to see both', () => reported.length === 2);
  await waitUntil('the look', () => asked.length > 0);
  expect(asked).toHaveLength(1);
});

test('reports a failed check and tries again', async ({ place }) => {
  mkdirSync(place.projects);
  const troubles: unknown[] = [];
  let isBroken = true;
  const reported: string[] = [];
  const arrivals = new TranscriptArrivals({
    configFolder: place.config,
    settleMs: 20,
    now: systemClock,
    isKnown() {
      if (isBroken) throw new Error('no disk');
      return false;
    },
    onArrival: async (arrived) => void reported.push(...arrived.map(({ sessionId }) => sessionId)),
    onTrouble: (error) => void troubles.push(error),
  });
  place.write(join(place.projects, 'shop'), '1');
  await waitUntil('the trouble', () => troubles.length > 0);
  isBroken = false;
  place.write(join(place.projects, 'shop'), '2');
  await waitUntil('both', () => reported.length >= 2);
  arrivals.close();
});
