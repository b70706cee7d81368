import { expect, test } from 'vitest';
import { isDraftOf } from './draft-of.ts';

const LONG = Array.from({ length: 30 }, (_, at) => `line ${at} of a long prompt`).join('\n');

test.each([
  ['fix the test', 'fix the test', true],
  ['fix the\ntest', 'fix the test', true],
  ['/compact', ' /compact', true],
  ['fix the tes', 'fix the test', false],
  ['', 'fix the test', false],
  ['fix the test fix the test', 'fix the test', true],
  ['fix the test now', 'fix the test', false],
  ['[Pasted text #1 +29 lines]', LONG, true],
  ['[Pasted text #1 +29 lines][Pasted text #2 +29 lines]', LONG, true],
  ['[Pasted text #1 +29 lines] and mine', LONG, false],
  ['[Pasted text #1 +28 lines]', LONG, false],
  ['[Pasted text #2]', 'x'.repeat(2000), true],
  [LONG.split('\n').slice(-6).join('\n'), LONG, true],
  ['a long prompt', LONG, false],
])('whether %j is shown for %j: %s', (draft, text, expected) => {
  expect(isDraftOf(draft, text)).toBe(expected);
});
