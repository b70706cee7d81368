import { expect, test } from 'vitest';
import { ageOf, durationOf, shortModel, shortPath } from './format.ts';

test('ages', () => {
  const now = Date.parse('2026-01-02T00:00:00Z');
  const ages = [
    '2026-01-02T00:00:05Z',
    '2026-01-01T23:59:30Z',
    '2026-01-01T23:57:59Z',
    '2026-01-01T00:00:00Z',
  ];
  expect(ages.map((moment) => ageOf(moment, now))).toEqual(['now', 'now', '2 min', '1 d']);
});

test('durations', () => {
  const all = [0, 12.4, 1900, 12_000, 125_000, 3_600_000, 90_061_000];
  expect(all.map(durationOf)).toEqual([...['0 ms', '12 ms', '1.9 s', '12 s', '2 min 5 s', '1 h', '1 d 1 h']]);
});

test('short names', () => {
  expect(['/home/me', '/home/me/a', '/home/mette'].map((path) => shortPath(path, '/home/me'))).toEqual([
    ...['~', '~/a', '/home/mette'],
  ]);
  expect(shortModel('claude-opus-4-5-20251101')).toBe('opus-4-5');
});
