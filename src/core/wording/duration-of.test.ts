import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../translate.ts';
import { durationOf } from './duration-of.ts';

afterEach(() => setLanguage({ locale: undefined, catalogue: {} }));

test('shows the two largest units', () => {
  expect([12, 3400, 45_000, 125_000, 120_000, 3_900_000, 3_605_000, 435_600_000].map(durationOf)).toEqual([
    ...['12 ms', '3.4 s', '45 s', '2 min 5 s', '2 min', '1 h 5 min', '1 h', '5 d 1 h'],
  ]);
});

test('in another language', () => {
  const catalogue = { '{n} s': '{n}秒', '{n} min': '{n}分' };
  setLanguage({ locale: 'ja', catalogue });
  expect(durationOf(125_000)).toBe('2分 5秒');
});
