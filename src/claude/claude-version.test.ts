import { expect, test } from 'vitest';
import { isAtLeast } from './claude-version.ts';

test.for([
  ['2.1.63', '2.1.63', true],
  ['2.1.325', '2.1.63', true],
  ['2.1.62', '2.1.63', false],
  ['2.0.99', '2.1.63', false],
  ['3.0.0', '2.1.63', true],
] as const)('%s is at least %s: %s', ([version, minimum, expected]) => {
  expect(isAtLeast(version, minimum)).toBe(expected);
});
