import fc from 'fast-check';
import { expect, test } from 'vitest';
import { momentOf } from './moment.ts';

test('matches Date', () => {
  const year10000 = 253_402_300_800_000;
  fc.assert(
    fc.property(fc.integer({ min: -year10000, max: year10000 }), fc.nat(2500), (ms, later) => {
      for (const moment of [ms, ms + later, ms])
        expect(momentOf(moment)).toBe(new Date(moment).toISOString());
    }),
  );
  expect(momentOf(1.9)).toBe('1970-01-01T00:00:00.001Z');
  expect(() => momentOf(Number.NaN)).toThrow(RangeError);
});
