import { expect, test } from 'vitest';
import { DatabaseSync } from '../sqlite.ts';
import { type CountedMessage, UsageBook } from './usage-book.ts';
import { readUsage, type UsageSelection } from './usage-reader.ts';
import { USAGE_TABLES } from './usage-tables.ts';

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
  const book = new UsageBook(database);
  return {
    note(...messages: CountedMessage[]) {
      for (const one of messages) book.note(one);
      book.flush();
    },
    book,
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

test('a message is counted once, however many rows and files hold it', () => {
  const book = openBook();
  book.note(message('a'), message('a'), message('b'));
  book.note(message('a', { sessionId: 'copy' }), message('a'));
  expect(book.output()).toEqual({ s1: [2, 200] });
});

test('the row that knows most counts: tokens grow while a message is written, calls come row by row', () => {
  const book = openBook();
  book.note(message('a', { counts: counts(1), tools: ['Read'] }));
  book.note(message('a', { counts: counts(50), tools: ['Bash'] }), message('a', { counts: counts(20) }));
  book.note(message('a', { counts: counts(2), tools: ['Read'] }));
  expect(book.output({ group: 'tool' })).toEqual({ 'Bash,Read': [1, 50] });
  expect(book.read()[0]?.tokens).toEqual({
    ...{ messages: 1, input_tokens: 10, output_tokens: 50, cache_read_tokens: 5 },
    ...{ cache_write_5m_tokens: 3, cache_write_1h_tokens: 2, web_searches: 1 },
  });
});

test('what was noted and not written is forgotten with the transaction', () => {
  const book = openBook();
  book.book.note(message('a'));
  book.book.forget();
  book.book.flush();
  expect(book.output()).toEqual({});
});

test('every group and every filter', () => {
  const book = openBook();
  book.note(
    message('a'),
    message('b', { sessionId: 's2', project: '/q', model: 'n', tools: ['Bash'], at: AT + 86_400_000 }),
    message('c', { sessionId: 's2', isAgent: true, counts: { ...counts(7), cacheRead: 200_000 } }),
  );
  expect(book.output()).toEqual({ s1: [1, 100], s2: expect.anything() });
  expect(book.output({ group: 'project' })).toMatchObject({ '/q': [1, 100] });
  expect(book.output({ group: 'model' })).toMatchObject({ n: [1, 100] });
  expect(book.output({ group: 'day', since: '2026-01-02' })).toEqual({ '2026-01-02': [1, 100] });
  expect(book.output({ until: '2026-01-01', session: 's2' })).toEqual({ s2: [1, 7] });
  expect(book.output({ project: '/q' })).toEqual({ s2: [1, 100] });
  expect(book.output({ model: 'nothing of the kind' })).toEqual({});
  expect(book.read({ session: 's2', model: 'm' })).toMatchObject([{ isAgent: true, isLong: true }]);
  expect(book.read({ session: 's1' })).toMatchObject([{ isAgent: false, isLong: false }]);
});
