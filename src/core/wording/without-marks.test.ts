import { expect, test } from 'vitest';
import { withoutMarks } from './without-marks.ts';

test('leaves the words alone', () => {
  expect(withoutMarks('## The **two** `workers`\n# 2 * 3')).toBe('The two workers\n2 * 3');
  expect(withoutMarks('issue #4, a_b')).toBe('issue #4, a_b');
});
