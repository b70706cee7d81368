import { expect, test } from 'vitest';
import { backOff, pauseMs } from './backoff.ts';

test('pauses double up to five seconds', () => {
  const longest = [1, 2, 3, 4, 5, 6, 60].map((failures) => pauseMs(failures, () => 1));
  expect(longest).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
});

test('chance takes up to half of it', () => {
  expect(pauseMs(1, () => 0)).toBe(125);
});

test('a signal ends the pause', async () => {
  const controller = new AbortController();
  const waiting = backOff(60, controller.signal);
  controller.abort();
  await waiting;
  await backOff(60, controller.signal);
});
