import { expect, onTestFinished, test, vi } from 'vitest';
import { SavedSoon } from './saved-soon.ts';

test('saves the newest value once a second and when it is flushed; a failure is made good later', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const saved: number[] = [];
  const failures: unknown[] = [];
  let isFull = false;
  const place = new SavedSoon<number>(
    (value) => {
      if (isFull) throw new Error('The disk is full.');
      saved.push(value);
    },
    (error) => failures.push(error),
  );
  for (const value of [1, 2, 3]) place.set(value);
  expect(saved).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(saved).toEqual([3]);
  place.set(4);
  place.flush();
  vi.advanceTimersByTime(5000);
  expect(saved).toEqual([3, 4]);
  isFull = true;
  place.set(5);
  vi.advanceTimersByTime(1000);
  expect(failures).toHaveLength(1);
  isFull = false;
  place.flush();
  expect(saved).toEqual([3, 4, 5]);
});
