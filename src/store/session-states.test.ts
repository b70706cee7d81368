import { expect } from 'vitest';
import type { SessionState } from '../core/session-state.ts';
import { SessionStates } from './session-states.ts';
import { OTHER, SESSION, storeTest as test, text, toolStart } from './store-fixture.ts';

test('readers share one state, and a commit replaces it without changing it', ({ store }) => {
  store.add(text('a'), toolStart('t'));
  const before = store.reader.session(SESSION) as SessionState;
  expect(store.reader.session(SESSION)).toBe(before);
  const copy = structuredClone(before);
  store.add(text('b'), toolStart('u'));
  expect(before).toEqual(copy);
  expect(store.reader.session(SESSION)?.seq).toBe(4);
  expect(store.reader.sessions({ limit: 10 }).states).toEqual([store.reader.session(SESSION)]);
});

test('a reader never sees a state that is not committed', ({ store }) => {
  store.add(text('a'), text('b'));
  const seen: (number | undefined)[] = [];
  const look = () => void seen.push(store.reader.session(SESSION)?.seq);
  const reading = {
    ...text('d'),
    get text() {
      look();
      return 'd';
    },
  };
  store.add(text('c'), reading);
  expect(new Set(seen)).toEqual(new Set([2]));
  expect(store.reader.session(SESSION)?.seq).toBe(4);
});

test('a failed transaction leaves readers with the previous state', ({ store }) => {
  store.add(text('a'), text('b'));
  const before = store.reader.session(SESSION);
  store.database.exec(
    "CREATE TRIGGER fail BEFORE INSERT ON checkpoints BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  const checkpoint = { path: 'p', sessionId: SESSION, inode: 1, offset: 1, head: '' };
  // By then the state is written and flushed, in this session and in a new one.
  const batches = [SESSION, OTHER].map((sessionId) => ({ sessionId, drafts: [text('c'), text('d')] }));
  expect(() => store.log.append(batches, [checkpoint])).toThrow();
  expect(store.reader.session(SESSION)).toEqual(before);
  expect(store.reader.session(OTHER)).toBeUndefined();
  store.database.exec('DROP TRIGGER fail');
  store.log.append(batches);
  expect(store.reader.session(SESSION)?.seq).toBe(4);
  expect(store.reader.session(OTHER)?.seq).toBe(2);
});

test('a removed session is gone for readers', ({ store }) => {
  store.add(text('a'), text('b'));
  expect(store.reader.session(SESSION)).toBeDefined();
  store.log.remove(SESSION);
  expect(store.reader.session(SESSION)).toBeUndefined();
});

test('keeps recently read states, within its bounds', ({ store }) => {
  const ids = Array.from({ length: 20 }, (_, index) => `${SESSION.slice(0, -2)}${10 + index}`);
  for (const sessionId of ids) store.log.append([{ sessionId, drafts: [text('a')] }]);
  const { state } = store.database.prepare('SELECT state FROM sessions LIMIT 1').get() as { state: string };
  const states = new SessionStates(store.database, state.length * 3);
  const first = ids.map((id) => states.get(id));
  const isKept = ids.map((id, index) => states.peek(id) === first[index]);
  expect(isKept.lastIndexOf(false)).toBe(16);
  expect(isKept.filter(Boolean)).toHaveLength(3);
});
