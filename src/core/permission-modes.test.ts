import { expect, test } from 'vitest';
import { isLooser, stricterMode } from './permission-modes.ts';

test('modes are ordered by what Claude may do without asking', () => {
  const modes = ['plan', 'dontAsk', 'default', 'acceptEdits', 'auto', 'bypassPermissions', 'of the future'];
  for (const [place, mode] of modes.entries()) {
    for (const [other, than] of modes.entries())
      expect(isLooser(mode, than), `${mode} ${than}`).toBe(place > other);
  }
});

test.each([
  ['default', 'acceptEdits', 'default'],
  ['bypassPermissions', 'plan', 'plan'],
  [undefined, 'auto', 'auto'],
  ['auto', undefined, 'auto'],
  [undefined, undefined, undefined],
])('of %s and %s the stricter is %s', (one, other, stricter) => {
  expect(stricterMode(one, other)).toBe(stricter);
});
