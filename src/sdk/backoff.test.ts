import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backOff, pause, pauseMs } from './backoff.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether the promise is fulfilled by the time shown by the timers. */
function watch(promise: Promise<void>) {
  let isOver = false;
  void promise.then(() => {
    isOver = true;
  });
  return async (afterMs = 0) => {
    await vi.advanceTimersByTimeAsync(afterMs);
    return isOver;
  };
}

test('pauses double up to five seconds', () => {
  const longest = [1, 2, 3, 4, 5, 6, 60].map((failures) => pauseMs(failures, () => 1));
  expect(longest).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
});

test('jitter shortens a pause by up to half', () => {
  expect(pauseMs(1, () => 0)).toBe(125);
});

test('a pause lasts for its duration', async () => {
  const isOver = watch(pause(1000, new AbortController().signal));
  expect(await isOver(999)).toBe(false);
  expect(await isOver(1)).toBe(true);
});

test('a signal ends the pause and its timer', async () => {
  const controller = new AbortController();
  const isOver = watch(backOff(60, controller.signal));
  expect(await isOver()).toBe(false);
  controller.abort();
  expect(await isOver()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('does not pause if the signal has already fired', async () => {
  expect(await watch(backOff(60, AbortSignal.abort()))()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
