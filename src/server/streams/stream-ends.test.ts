import { expect, test, vi } from 'vitest';
import { StreamEnds } from './stream-ends.ts';

test('ends a complete stream immediately, and one that is behind once it has caught up', () => {
  const ends = new StreamEnds();
  const [reported, behind, other, all] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  ends.of('a', 7, reported);
  const late = ends.of('a', 3, behind);
  ends.of('b', 7, other);
  ends.of(undefined, 7, all);
  ends.stopped('a', 7);
  expect(reported).toHaveBeenCalledOnce();
  expect(behind).not.toHaveBeenCalled();
  late.reported(6);
  expect(late.isOver).toBe(false);
  late.reported(7);
  expect(late.isOver).toBe(true);
  expect(behind).toHaveBeenCalledOnce();
  expect(other).not.toHaveBeenCalled();
  expect(all).not.toHaveBeenCalled();
});

test('forgets a stream that is over', () => {
  const ends = new StreamEnds();
  const [gone, here] = [vi.fn(), vi.fn()];
  ends.of('a', 1, gone).forget();
  ends.of('a', 1, here);
  ends.stopped('a', 1);
  expect(gone).not.toHaveBeenCalled();
  expect(here).toHaveBeenCalledOnce();
});
