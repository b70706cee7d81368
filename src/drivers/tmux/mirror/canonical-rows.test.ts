import { expect, test } from 'vitest';
import { toCanonicalRows } from './canonical-rows.ts';

test('repeats a style that continues from the row above', () => {
  // Printed by tmux 3.3a.
  expect(toCanonicalRows(['\x1b[1m\x1b[41mAB', 'CD', '\x1b[0;7m\x1b[39m\x1b[49m  hi  \x1b[0m   '])).toEqual([
    '\x1b[1;41mAB\x1b[0m',
    '\x1b[1;41mCD\x1b[0m',
    '\x1b[7m  hi  \x1b[0m',
  ]);
});

test('converts line-drawing characters to what they show', () => {
  expect(toCanonicalRows(['\x0elqqk', 'x\x0f|'])).toEqual(['┌──┐', '│|']);
});

test('rows that look alike are equal, whatever precedes them', () => {
  const [plain] = toCanonicalRows(['a']);
  const [, afterBold] = toCanonicalRows(['\x1b[1mb', '\x1b[0ma']);
  expect(afterBold).toBe(plain);
  expect(toCanonicalRows(['\x1b[3;38;2;1;2;3ma'])).toEqual(toCanonicalRows(['\x1b[38;2;1;2;3m\x1b[3ma']));
  expect(toCanonicalRows(['\x1b[1;31;44;4:3;58;5;9mb\x1b[22;39;49;24;59ma'])).toEqual([
    '\x1b[1;4:3;31;44;58;5;9mb\x1b[0ma',
  ]);
});

test('keeps trailing spaces only if they have a style', () => {
  expect(toCanonicalRows(['a   ', '\x1b[44mb  '])).toEqual(['a', '\x1b[44mb  \x1b[0m']);
});

test('drops links and keeps their text', () => {
  expect(toCanonicalRows(['\x1b]8;;http://a\x1b\\word\x1b]8;;\x1b\\ x'])).toEqual(['word x']);
});
