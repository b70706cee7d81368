import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberMap } from './number-map.ts';

test('behaves like Map', () => {
  const entries = fc.array(fc.tuple(fc.maxSafeNat(), fc.maxSafeNat()), { maxLength: 500 });
  fc.assert(
    fc.property(entries, fc.array(fc.maxSafeNat()), (written, asked) => {
      const map = new NumberMap();
      for (const [key, value] of written) if (key < Number.MAX_SAFE_INTEGER) map.set(key, value);
      const expected = new Map(written.filter(([key]) => key < Number.MAX_SAFE_INTEGER));
      expect(map.size).toBe(expected.size);
      for (const key of [...expected.keys(), ...asked.filter((one) => one < Number.MAX_SAFE_INTEGER)]) {
        expect(map.get(key)).toBe(expected.get(key));
      }
    }),
  );
});

test('distinguishes keys that differ only in their upper half', () => {
  const map = new NumberMap();
  const keys = Array.from({ length: 1000 }, (_, index) => index * 2 ** 32);
  for (const key of keys) map.set(key, key + 1);
  expect(keys.every((key) => map.get(key) === key + 1)).toBe(true);
});
