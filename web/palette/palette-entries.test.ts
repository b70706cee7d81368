import { expect, test } from 'vitest';
import { type Entry, matching, stepped } from './palette-entries.ts';

const entry = (words: string, about?: string): Entry => ({ id: words, words, about, act: () => {} });

test('finds entries with every word, those that start with the text first', () => {
  const all = [entry('Open inbox'), entry('Inbox'), entry('Fix login', 'api'), entry('Login page', 'web')];
  const found = (typed: string) => matching(all, typed).map(({ words }) => words);
  expect(found('inbox')).toEqual(['Inbox', 'Open inbox']);
  expect(found('API login')).toEqual(['Fix login']);
  expect(found('login')).toEqual(['Login page', 'Fix login']);
  expect(found('')).toHaveLength(4);
  expect(found('nothing')).toEqual([]);
});

test('steps around both ends', () => {
  expect([stepped(0, -1, 3), stepped(2, 1, 3), stepped(0, 1, 0)]).toEqual([2, 0, 0]);
});
