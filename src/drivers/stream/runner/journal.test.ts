import { mkdtempSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { JournalReader } from '../journal-reader.ts';
import type { JournalChannel } from '../journal-record.ts';
import { listSegments } from '../run-folder.ts';
import { Journal, type JournalOptions } from './journal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-journal-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

function openJournal(options: Partial<JournalOptions> = {}): Journal {
  return new Journal({
    folder,
    segmentBytes: 1000,
    farBehindBytes: 1e9,
    onGrown: () => {},
    onStuck: () => {},
    ...options,
  });
}

const say = (journal: Journal, text: string, channel: JournalChannel = 'out') =>
  journal.append(channel, Buffer.from(`${text}\n`));

function readAll(reader: JournalReader): string[] {
  const texts: string[] = [];
  for (let records = reader.read(); records.length > 0; records = reader.read())
    texts.push(...records.map(({ text }) => text));
  return texts;
}

it('can be read while it is written, across segments, from any position', () => {
  const journal = openJournal();
  const live = new JournalReader(folder, 0);
  const texts = Array.from({ length: 100 }, (_, index) => `line ${index} ${'é'.repeat(index)}`);
  const seen: string[] = [];
  for (const text of texts) {
    say(journal, text);
    seen.push(...readAll(live));
  }
  expect(seen).toEqual(texts);
  expect(listSegments(folder).length).toBeGreaterThan(5);
  const records = new JournalReader(folder, 0).read();
  for (const [index, { end }] of records.entries())
    expect(readAll(new JournalReader(folder, end))).toEqual(texts.slice(index + 1));
  expect(readAll(new JournalReader(folder, journal.position))).toEqual([]);
});

it('releases segments that were recorded, never the current one', () => {
  const journal = openJournal();
  for (let count = 0; count < 50; count++) say(journal, 'x'.repeat(100));
  const reader = new JournalReader(folder, 0);
  const starts = listSegments(folder);
  expect(reader.removeUpTo(1)).toBe(0);
  expect(listSegments(folder)).toEqual(starts);
  expect(reader.removeUpTo(starts[2] ?? 0)).toBe(starts[2]);
  expect(listSegments(folder)).toEqual(starts.slice(2));
  reader.removeUpTo(journal.position + 1000);
  expect(listSegments(folder)).toEqual(starts.slice(-1));
  say(journal, 'more');
  expect(readAll(new JournalReader(folder, 0)).at(-1)).toBe('more');
});

it('omits only stale lines when far too much is unread', () => {
  const journal = openJournal({ farBehindBytes: 5000 });
  const partial = (n: number) => `{"type":"stream_event","n":${n},"x":"${'x'.repeat(100)}"}`;
  for (let n = 0; n < 200; n++) {
    say(journal, `${partial(n)}\nwhole ${n}`);
    say(journal, 'chatter', 'err');
  }
  const texts = readAll(new JournalReader(folder, 0));
  expect(texts.filter((text) => text.startsWith('whole'))).toHaveLength(200);
  expect(texts.filter((text) => text.startsWith('{'))).not.toHaveLength(200);
  expect(texts.at(-1)).toBe('whole 199');
  // Once the hub has caught up, everything is stored again.
  new JournalReader(folder, 0).removeUpTo(journal.position);
  say(journal, partial(7));
  expect(readAll(new JournalReader(folder, 0)).at(-1)).toContain('"n":7');
});

it('writes half a line when the disk fills up, and the rest once there is space', () => {
  vi.useFakeTimers();
  let room = 110;
  const write = (fd: number, bytes: Buffer) => {
    if (room === 0) throw new Error('ENOSPC: no space left on device');
    const written = writeSync(fd, bytes.subarray(0, room));
    room -= written;
    return written;
  };
  const news: (string | null)[] = [];
  const journal = openJournal({ write, onStuck: (reason) => news.push(reason) });
  const texts = Array.from({ length: 10 }, (_, index) => `line ${index} ${'x'.repeat(20)}`);
  for (const text of texts) say(journal, text);
  expect(journal.stuck).toContain('ENOSPC');
  const reader = new JournalReader(folder, 0);
  expect(readAll(reader)).toEqual(texts.slice(0, 2));
  for (let step = 0; step < 60; step++) {
    room = 11;
    vi.advanceTimersByTime(500);
  }
  expect(readAll(reader)).toEqual(texts.slice(2));
  expect(journal.stuck).toBeNull();
  expect(news.at(0)).toContain('ENOSPC');
  expect(news.at(-1)).toBeNull();
});
