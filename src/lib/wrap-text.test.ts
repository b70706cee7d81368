import { expect, test } from 'vitest';
import { wrapText } from './wrap-text.ts';

test('breaks at spaces, but not if a line fits exactly', () => {
  expect(wrapText('one two three four', 13)).toEqual(['one two three', 'four']);
  expect(wrapText('one two three four', 12)).toEqual(['one two', 'three four']);
});

test('keeps every character: long words, line breaks, indents, wide letters', () => {
  expect(wrapText('abcdefghijkl', 8)).toEqual(['abcdefgh', 'ijkl']);
  expect(wrapText('a\n\n  b', 8)).toEqual(['a', '', '  b']);
  expect(wrapText('    abcdefghij', 8)).toEqual(['    abcd', 'efghij']);
  expect(wrapText('日本語の文章', 8)).toEqual(['日本語の', '文章']);
});
