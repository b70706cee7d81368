import { expect, test } from 'vitest';
import { limitText, limitTrouble } from './limit-text.ts';

const NOW = Date.parse('2026-01-02T12:00:00.000Z');
const inMinutes = (minutes: number) => NOW / 1000 + minutes * 60;

/** As reported by Claude Code 2.1.325. */
const reported = {
  ...{ status: 'allowed_warning', rateLimitType: 'five_hour', utilization: 0.92, resetsAt: inMinutes(80) },
  ...{ isUsingOverage: false, surpassedThreshold: 0.9 },
  unifiedWindows: {
    five_hour: { status: 'allowed_warning', utilization: 0.92, resetsAt: inMinutes(80) },
    seven_day: { status: 'allowed', utilization: 0.4, resetsAt: inMinutes(60 * 50) },
  },
};

test('every window shows its usage and when it resets', () => {
  expect(limitText(reported, NOW)).toEqual([
    {
      name: '5-hour limit',
      words: '92% used, almost reached, resets in 1 h 20 min',
      resetsAt: NOW + 80 * 60_000,
      state: 'near',
    },
    {
      name: 'Weekly limit',
      words: '40% used, resets in 2 d 2 h',
      resetsAt: NOW + 3000 * 60_000,
      state: 'open',
    },
  ]);
  expect(limitTrouble(reported, NOW)?.words).toBe(
    '5-hour limit: 92% used, almost reached, resets in 1 h 20 min.',
  );
});

test('a single window with only a name', () => {
  const one = { status: 'allowed', rateLimitType: 'seven_day_opus' };
  expect(limitText(one, NOW)).toEqual([
    { name: 'Weekly limit, Opus', words: 'within the limit', state: 'open' },
  ]);
  expect(limitTrouble(one, NOW)).toBeUndefined();
});

test('a limit that has reset is open', () => {
  const reached = { status: 'rejected', rateLimitType: 'five_hour', resetsAt: inMinutes(1) };
  expect(limitTrouble(reached, NOW)).toEqual({
    words: '5-hour limit: reached, resets in 1 min.',
    state: 'reached',
  });
  expect(limitTrouble(reached, NOW + 60_000)).toBeUndefined();
  expect(limitText(reached, NOW + 60_000)).toMatchObject([{ words: 'has reset', state: 'open' }]);
});

test('unknown windows and states are shown as reported', () => {
  expect(limitText({ status: 'slowed_down', rateLimitType: 'one_month' }, NOW)).toEqual([
    { name: 'Limit one month', words: 'slowed down', state: 'open' },
  ]);
  expect(limitText({ odd: 1 }, NOW)).toEqual([
    { name: 'Account limit', words: 'within the limit', state: 'open' },
  ]);
  expect(limitText(undefined, NOW)).toEqual([]);
  expect(limitText({ unifiedWindows: { five_hour: 'odd' }, rateLimitType: 'five_hour' }, NOW)).toEqual([]);
});
