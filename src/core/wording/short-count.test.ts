import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../translate.ts';
import { shortCount } from './short-count.ts';

afterEach(() => setLanguage({ locale: undefined, catalogue: {} }));

test.each([
  [0, '0'],
  [950, '950'],
  [999, '999'],
  [1000, '1.0k'],
  [12_440, '12.4k'],
  [99_960, '100k'],
  [120_400, '120k'],
  [999_600, '1.0M'],
  [123_456_789, '123M'],
  [5_000_000_000, '5.0G'],
])('%d is %s', (count, words) => {
  expect(shortCount(count)).toBe(words);
});

test('in the units of another language', () => {
  setLanguage({ locale: 'ja', catalogue: {} });
  expect([950, 85_500].map(shortCount)).toEqual(['950', '8.55万']);
});
