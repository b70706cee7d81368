import { expect, test } from 'vitest';
import { completeWord, typedWord } from './typed-word.ts';

test('completes a command only at the start, and a file at any word that starts with @', () => {
  expect(typedWord('/com', 4)).toEqual({ kind: 'command', start: 0, typed: 'com' });
  expect(typedWord('/', 1)).toEqual({ kind: 'command', start: 0, typed: '' });
  expect(typedWord('/compact now', 12)).toBeUndefined();
  expect(typedWord('read /etc', 9)).toBeUndefined();
  expect(typedWord('look at @src/d and', 14)).toEqual({ kind: 'file', start: 8, typed: 'src/d' });
  expect(typedWord('@', 1)).toEqual({ kind: 'file', start: 0, typed: '' });
  expect(typedWord('ann@example', 11)).toBeUndefined();
  expect(typedWord('look at @src/d and', 18)).toBeUndefined();
});

test('replaces the word and keeps the text after it', () => {
  const word = { kind: 'file', start: 8, typed: 'src/d' } as const;
  expect(completeWord('look at @src/d and', 14, word, 'src/db.ts')).toEqual({
    text: 'look at @src/db.ts and',
    caret: 18,
  });
  expect(completeWord('/co', 3, { kind: 'command', start: 0, typed: 'co' }, 'compact')).toEqual({
    text: '/compact ',
    caret: 9,
  });
});
