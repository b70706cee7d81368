import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { printIfSlow } from './print-if-slow.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const terminal = (isTTY: boolean) => ({ isTTY, write: vi.fn() });

test('prints the message once something takes long, and only at a terminal', async () => {
  const [person, pipe] = [terminal(true), terminal(false)];
  const promise = new Promise((resolve) => setTimeout(resolve, 1500, 7));
  const both = [printIfSlow(promise, 'Reading …', person), printIfSlow(promise, 'Reading …', pipe)];
  await vi.advanceTimersByTimeAsync(900);
  expect(person.write).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(person.write.mock.calls).toEqual([['Reading …\n']]);
  expect(pipe.write).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(await Promise.all(both)).toEqual([7, 7]);
});

test('prints nothing if it is quick or fails', async () => {
  const person = terminal(true);
  await expect(printIfSlow(Promise.reject(new Error('no')), 'Reading …', person)).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(2000);
  expect(person.write).not.toHaveBeenCalled();
});
