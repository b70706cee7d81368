import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Draft } from '../core/draft.ts';
import { MessageStore } from './messages.ts';
import { countEvents, findOldSessions, returnRoom } from './old-sessions.ts';
import { NOON, OTHER, opened, SESSION, storeTest, type TestStore, text } from './store-fixture.ts';

const test = storeTest;
const LATER = NOON + 1;
const TABLES = [
  'stretches',
  'confirmations',
  'items',
  'interactions',
  'checkpoints',
  'messages',
  'creations',
];

const old = ({ database }: TestStore) => findOldSessions(database, LATER).map(({ sessionId }) => sessionId);
/** Makes the other session the one with the newest event. */
let news = 0;
const goOn = (store: TestStore) =>
  store.log.append([{ sessionId: OTHER, drafts: [text(`news ${news++}`, { at: LATER + 5 })] }]);

test('an ended session without activity is old; one that is live, waiting or only listed is not', ({
  store,
}) => {
  store.add(text('a'));
  goOn(store);
  expect(old(store)).toEqual([]);
  store.add(text('b'));
  goOn(store);
  expect(findOldSessions(store.database, LATER)).toEqual([
    { sessionId: SESSION, events: 2, transcript: undefined },
  ]);
  expect(findOldSessions(store.database, NOON)).toEqual([]);
});

test('a pinned session stays, and one that is only listed and marked', ({ store }) => {
  const marked = (marks: object) =>
    ({ type: 'session_marked', source: 'driver', at: NOON, by: 'me', ...marks }) as unknown as Draft;
  store.add(text('a'), text('b'), marked({ pinned: true }));
  goOn(store);
  expect(old(store)).toEqual([]);
  store.add(marked({ pinned: false }));
  goOn(store);
  expect(old(store)).toEqual([SESSION]);
  store.log.remove(SESSION);
  store.add(text('listed'), marked({ archived: true }));
  goOn(store);
  expect(old(store)).toEqual([]);
});

test('the session with the newest event stays', ({ store }) => {
  store.add(text('a'), text('b'));
  expect(old(store)).toEqual([]);
});

test('a session with a process stays', ({ store }) => {
  const started = { type: 'run_started', source: 'registry', at: NOON, run_id: 'r', driver: 'external' };
  store.add(text('a'), { ...started, pid: 1 } as unknown as Draft);
  goOn(store);
  expect(store.reader.liveSessions().map(({ session_id }) => session_id)).toContain(SESSION);
  expect(old(store)).toEqual([]);
});

test('a session with an open request stays, and one whose answer has no result yet', ({ store }) => {
  store.add(text('a'), opened('i'));
  goOn(store);
  expect(old(store)).toEqual([]);
  const closed: Partial<Draft> = { interaction_id: 'i', state: 'answered', route: 'hook' } as Partial<Draft>;
  const answer = { behavior: 'allow', applied: 'sent', by: 'me' };
  store.add({ type: 'interaction_closed', source: 'hub', at: NOON, ...closed, answer } as unknown as Draft);
  goOn(store);
  expect(store.reader.unprovenInteractions()).toHaveLength(1);
  expect(old(store)).toEqual([]);
});

test('a session with a prompt that was not delivered stays', ({ store }) => {
  store.add(text('a'), text('b'));
  goOn(store);
  const messages = new MessageStore(store.database);
  messages.keep('m', SESSION, 'f', [{ type: 'text', text: 'hi' }]);
  expect(old(store)).toEqual([]);
  messages.finish('m', 'accepted');
  expect(old(store)).toEqual([SESSION]);
});

test('removes everything of a session, keeps the others, and continues the numbering', ({ store }) => {
  const checkpoint = { path: '/t.jsonl', sessionId: SESSION, inode: 1, offset: 1, head: 'h' };
  store.log.append([{ sessionId: SESSION, drafts: [text('a'), opened('i')] }], [checkpoint]);
  goOn(store);
  store.add(text('b'));
  goOn(store);
  const kept = store.reader.events({ after: 0, sessionId: OTHER, limit: 9 });
  store.log.remove(SESSION);
  expect(store.reader.session(SESSION)).toBeUndefined();
  expect(store.reader.interaction('i')).toBeUndefined();
  expect(store.reader.events({ after: 0, limit: 9 })).toEqual(kept);
  expect(countEvents(store.database)).toBe(kept.length);
  for (const table of TABLES) {
    const rows = store.database.prepare(`SELECT * FROM ${table}`).all() as { session_id?: string }[];
    expect(rows.filter(({ session_id }) => session_id === SESSION)).toEqual([]);
  }
  expect(store.reader.removedUpTo()).toBe(4);

  const again = store.reopen();
  const [event] = again.add(text('a'));
  expect(event?.event.seq).toBe(4);
  expect(event?.position).toBe(6);
  expect(again.reader.firstSeq(SESSION)).toBe(4);
  again.close();
});

test('returns space to the disk, even in a database of an earlier version', ({ store }) => {
  const size = () => statSync(join(store.folder, 'reins.db')).size;
  const shrink = (opened: TestStore) => {
    opened.add(...Array.from({ length: 200 }, (_, at) => text(`${at} ${'x'.repeat(10_000)}`)));
    goOn(opened);
    opened.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const before = size();
    opened.log.remove(SESSION);
    while (returnRoom(opened.database)) {}
    expect(size()).toBeLessThan(before / 4);
  };
  shrink(store);
  store.database.exec('PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM');
  store.database.exec(
    'DROP TABLE removed; DROP TABLE outbox; DROP INDEX pinned_sessions; PRAGMA user_version = 3',
  );
  for (const column of ['pinned', 'archived', 'labels'])
    store.database.exec(`ALTER TABLE sessions DROP COLUMN ${column}`);
  const upgraded = store.reopen();
  expect(upgraded.database.prepare('PRAGMA auto_vacuum').get()).toEqual({ auto_vacuum: 2 });
  shrink(upgraded);
  upgraded.close();
});
