import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { HookOrder } from './hook-order.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** All arrive at the same time. Returns the order of release so far, with their times. */
function arrive(...orders: (number | undefined)[]) {
  const line = new HookOrder(systemClock, () => 0);
  const released: (number | undefined)[] = [];
  const times: number[] = [];
  for (const order of orders) {
    void line.turn('session', order).then((at) => {
      released.push(order);
      times.push(at);
    });
  }
  return { line, released, times };
}

test('releases hooks that overtook each other in the order in which they started', async () => {
  const { released, times } = arrive(12, 10, 15, 11, 14);
  await vi.advanceTimersByTimeAsync(499);
  expect(released).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(released).toEqual([10, 11, 12, 14, 15]);
  expect(times.map((at) => at - (times[0] ?? 0))).toEqual([0, 1, 2, 3, 4]);
});

test('numbers that start over count as later', async () => {
  const { released } = arrive(301, 32_760, 300, 32_767);
  await vi.advanceTimersByTimeAsync(500);
  expect(released).toEqual([32_760, 32_767, 300, 301]);
});

test('a hook without a number does not wait', async () => {
  const { released } = arrive(12, undefined, 10);
  await vi.advanceTimersByTimeAsync(0);
  expect(released).toEqual([undefined]);
  await vi.advanceTimersByTimeAsync(500);
  expect(released).toEqual([undefined, 10, 12]);
});

test('a hook that arrives later waits for its own time, not for that of the first', async () => {
  const { line, released } = arrive(10);
  await vi.advanceTimersByTimeAsync(300);
  void line.turn('session', 20).then(() => released.push(20));
  await vi.advanceTimersByTimeAsync(200);
  expect(released).toEqual([10]);
  await vi.advanceTimersByTimeAsync(300);
  expect(released).toEqual([10, 20]);
});

test('a hook is later than those before a restart, even if the clock was set back', async () => {
  const newest = Date.now() + 60_000;
  const line = new HookOrder(systemClock, (sessionId) => (sessionId === 'known' ? newest : 0));
  expect(await line.turn('known', undefined)).toBe(newest + 1);
  expect(await line.turn('known', undefined)).toBe(newest + 2);
  expect(await line.turn('new', undefined)).toBe(Date.now());
});
