import { expect, test } from 'vitest';
import { shortCount } from '../../src/core/wording/short-count.ts';
import { duration, relativeTime } from './relative-time.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const ago = (ms: number) => relativeTime(now - ms, now);

test('formats relative times', () => {
  expect([0, 59_000, 60_000, 3_540_000, 3_600_000, 86_400_000, 3 * 86_400_000].map(ago)).toEqual([
    ...['now', 'now', '1 min', '59 min', '1 h', '1 day', '3 days'],
  ]);
  expect(ago(-5000)).toBe('now');
  expect(ago(400 * 86_400_000)).toMatch(/2025/);
  expect(ago(40 * 86_400_000)).not.toMatch(/2026/);
});

test('formats durations and costs', () => {
  expect([12, 3400, 45_000, 125_000, 120_000, 3_900_000].map(duration)).toEqual([
    ...['12 ms', '3.4 s', '45 s', '2 min 5 s', '2 min', '1 h 5 min'],
  ]);
  expect([950, 12_400, 640_000, 1_200_000].map(shortCount)).toEqual(['950', '12.4k', '640k', '1.2M']);
});
