import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Draft } from '../core/draft.ts';
import { CopyStore } from '../store/copies.ts';
import { copyKey } from '../store/event-log.ts';
import { type OpenedLog, openLog } from '../store/open-log.ts';
import { type Share, shareLog } from './shared-log.ts';

const OWNER = 'aaaaaaaaaa';
const AT = Date.parse('2026-11-01T12:00:00Z');
let folder: string;
let owner: OpenedLog;
let copies: CopyStore;
let share: Share = 'all';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-shared-'));
  owner = openLog({ folder, host: 'machine.local' });
  copies = new CopyStore(join(folder, 'fleet.db'));
  share = 'all';
});
afterEach(() => {
  owner.close();
  copies.close();
  rmSync(folder, { recursive: true });
});

const common = { source: 'transcript' as const, at: AT };
const start = (sessionId: string, cwd: string) =>
  write(sessionId, { type: 'session_started', how: 'startup', observed: { cwd } });
const say = (sessionId: string, text: string, position: number) =>
  write(sessionId, { type: 'assistant_text', text, item: `text:${text}`, position });

function write(sessionId: string, fact: object): void {
  owner.log.append([{ sessionId, drafts: [{ ...common, ...fact } as Draft] }]);
}

const shared = () => shareLog({ log: owner.log, reader: owner.reader, name: 'laptop', share: () => share });

/** Copies everything that is shared, as a member does. */
function copyAll(): void {
  const log = shared();
  if (copies.place(OWNER)?.epoch !== log.epoch()) copies.restart(OWNER, log.epoch());
  for (;;) {
    const after = copies.place(OWNER)?.position ?? 0;
    const page = log.page(after);
    if (page.up_to === after) return;
    copies.append(OWNER, page);
  }
}

const textsOf = (sessionId: string) =>
  copies.reader
    .items({ sessionId: copyKey(OWNER, sessionId), limit: 100, maxBytes: 1e6 })
    .items.map((item) => ('text' in item ? item.text : item.kind));

test('a copy has the state, the conversation and the numbers of the original', () => {
  start('one', '/work/a');
  say('one', 'hello', 10);
  start('two', '/work/b');
  say('one', 'again', 20);
  copyAll();
  copyAll();
  const original = owner.reader.session('one');
  expect(copies.reader.session(copyKey(OWNER, 'one'))).toEqual({ ...original, host: 'laptop' });
  expect(textsOf('one')).toEqual(['hello', 'again']);
  expect(copies.reader.sessions({ limit: 10 }).states).toHaveLength(2);
});

test('a page that comes again changes nothing', () => {
  start('one', '/work/a');
  const page = shared().page(0);
  copies.append(OWNER, page);
  const before = copies.reader.lastPosition();
  copies.append(OWNER, page);
  expect(copies.reader.lastPosition()).toBe(before);
});

test('two hosts may have the same session', () => {
  start('one', '/work/a');
  const page = shared().page(0);
  copies.append(OWNER, page);
  copies.append('bbbbbbbbbb', page);
  expect(copies.reader.sessions({ limit: 10 }).states).toHaveLength(2);
  copies.remove(OWNER);
  expect(copies.reader.sessions({ limit: 10 }).states).toHaveLength(1);
  expect(copies.place(OWNER)).toBeUndefined();
});

test('only sessions in shared folders are copied, from their first event', () => {
  share = ['/work/a'];
  write('one', { type: 'session_started', how: 'startup' });
  say('one', 'early', 10);
  start('other', '/work/ab');
  copyAll();
  expect(copies.reader.sessions({ limit: 10 }).states).toEqual([]);
  write('one', { type: 'session_described', fields: ['cwd'], observed: { cwd: '/work/a/sub' } });
  copyAll();
  expect(textsOf('one')).toEqual(['early']);
  expect(copies.reader.sessions({ limit: 10 }).states).toHaveLength(1);
});

test('sharing more, or less, begins a new copy', () => {
  start('one', '/work/a');
  start('two', '/work/b');
  copyAll();
  share = ['/work/b'];
  copyAll();
  expect(copies.reader.sessions({ limit: 10 }).states.map(({ session_id }) => session_id)).toEqual(['two']);
  share = 'none';
  copyAll();
  expect(copies.reader.sessions({ limit: 10 }).states).toEqual([]);
});
