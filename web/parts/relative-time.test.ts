import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

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
