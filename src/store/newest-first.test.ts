import { expect, test } from 'vitest';
import { NewestFirst } from './newest-first.ts';

test('files come newest first, and more can be added meanwhile', () => {
  const files = new NewestFirst<{ readonly path: string; readonly modifiedAt: number }>();
  for (const modifiedAt of [2, 3.5, 1, 3.25]) files.add({ path: `/p/é${modifiedAt}`, modifiedAt });
  const [first, ...others] = files.files();
  expect(first).toEqual({ path: '/p/é3.5', modifiedAt: 3.5 });
  expect(others.map(({ modifiedAt }) => modifiedAt)).toEqual([3.25, 2, 1]);
  files.close();
});

test('reading can be aborted', () => {
  const files = new NewestFirst<{ readonly modifiedAt: number }>();
  for (let modifiedAt = 0; modifiedAt < 10_000; modifiedAt++) files.add({ modifiedAt });
  for (const { modifiedAt } of files.files()) if (modifiedAt === 9000) break;
  files.close();
});
