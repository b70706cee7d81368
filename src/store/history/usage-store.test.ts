import { expect, test } from 'vitest';
import { DatabaseSync } from '../sqlite.ts';
import { USAGE_TABLES } from './history-migrations.ts';
import { readUsage, type UsageSelection } from './usage-reader.ts';
import { type CountedMessage, UsageStore } from './usage-store.ts';

const AT = Date.parse('2026-01-01T12:00:00Z');
const counts = (output: number) => ({
  ...{ input: 10, output, cacheRead: 5, cacheWrite5m: 3, cacheWrite1h: 2, webSearches: 1 },
});
const message = (messageId: string, facts: Partial<CountedMessage> = {}): CountedMessage => ({
  ...{ messageId, sessionId: 's1', isAgent: false, at: AT, model: 'm', project: '/p', tools: [] },
  counts: counts(100),
  ...facts,
});

function openBook() {
  const database = new DatabaseSync(':memory:');
  database.exec(USAGE_TABLES);
  const store = new UsageStore(database);
  return {
    note(...messages: CountedMessage[]) {
      for (const one of messages) store.note(one);
      store.flush();
    },
    store,
    read: (selection: Partial<UsageSelection> = {}) =>
      readUsage(database, { group: 'session', ...selection }),
    output: (selection: Partial<UsageSelection> = {}) =>
      Object.fromEntries(
        readUsage(database, { group: 'session', ...selection }).map(({ key, tokens }) => [
          key,
          [tokens.messages, tokens.output_tokens],
        ]),
      ),
  };
}

test('counts a message once, however many rows and files contain it', () => {
  const store = openBook();
  store.note(message('a'), message('a'), message('b'));
  store.note(message('a', { sessionId: 'copy' }), message('a'));
  expect(store.output()).toEqual({ s1: [2, 200] });
});

test('uses the most complete row: tokens grow while a message is written, calls come row by row', () => {
  const store = openBook();
  store.note(message('a', { counts: counts(1), tools: ['Read'] }));
  store.note(message('a', { counts: counts(50), tools: ['Bash'] }), message('a', { counts: counts(20) }));
  store.note(message('a', { counts: counts(2), tools: ['Read'] }));
  expect(store.output({ group: 'tool' })).toEqual({ 'Bash,Read': [1, 50] });
  expect(store.read()[0]?.tokens).toEqual({
    ...{ messages: 1, input_tokens: 10, output_tokens: 50, cache_read_tokens: 5 },
    ...{ cache_write_5m_tokens: 3, cache_write_1h_tokens: 2, web_searches: 1 },
  });
});

test('sums up everything for the host', () => {
  const store = openBook();
  store.note(message('a'), message('b', { sessionId: 's2', project: '/q' }));
  expect(store.output({ group: 'host' })).toEqual({ '': [2, 200] });
});

test('a rollback drops what was not written', () => {
  const store = openBook();
  store.store.note(message('a'));
  store.store.forget();
  store.store.flush();
  expect(store.output()).toEqual({});
});

test('every group and every filter', () => {
  const store = openBook();
  store.note(
    message('a'),
    message('b', { sessionId: 's2', project: '/q', model: 'n', tools: ['Bash'], at: AT + 86_400_000 }),
    message('c', { sessionId: 's2', isAgent: true, counts: { ...counts(7), cacheRead: 200_000 } }),
  );
  expect(store.output()).toEqual({ s1: [1, 100], s2: expect.anything() });
  expect(store.output({ group: 'project' })).toMatchObject({ '/q': [1, 100] });
  expect(store.output({ group: 'model' })).toMatchObject({ n: [1, 100] });
  expect(store.output({ group: 'day', since: '2026-01-02' })).toEqual({ '2026-01-02': [1, 100] });
  expect(store.output({ until: '2026-01-01', session: 's2' })).toEqual({ s2: [1, 7] });
  expect(store.output({ project: '/q' })).toEqual({ s2: [1, 100] });
  expect(store.output({ model: 'nothing of the kind' })).toEqual({});
  expect(store.read({ session: 's2', model: 'm' })).toMatchObject([{ isAgent: true, isLong: true }]);
  expect(store.read({ session: 's1' })).toMatchObject([{ isAgent: false, isLong: false }]);
});
