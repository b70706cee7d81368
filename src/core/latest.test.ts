import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Latest, later } from './latest.ts';

test('the newest observation counts, in any order and with equal times', () => {
  const observations = fc.array(fc.tuple(fc.oneof(fc.string(), fc.nat(3)), fc.nat(5)), { minLength: 1 });
  const reduce = (all: (readonly [unknown, number])[]) =>
    all.reduce<Latest<unknown> | undefined>((current, [value, at]) => later(current, value, at), undefined);
  fc.assert(
    fc.property(
      observations.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      ),
      ([all, shuffled]) => {
        expect(reduce(shuffled)).toEqual(reduce(all));
        expect(reduce(all)?.at).toBe(Math.max(...all.map(([, at]) => at)));
      },
    ),
  );
});
