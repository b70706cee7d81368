import { expect, test } from 'vitest';
import { rankPaths } from './rank-paths.ts';

const PATHS = ['src/database.ts', 'docs/src.md', 'test/db.test.ts', 'src/db.ts', 'README.md', 'a/dubious.ts'];

test('matches at the start of a name come first, then in names, then in paths, then letters in order', () => {
  expect(rankPaths(PATHS, 'DB', 9)).toEqual([
    'src/db.ts',
    'test/db.test.ts',
    'a/dubious.ts',
    'src/database.ts',
  ]);
  expect(rankPaths(PATHS, 'src/d', 9)).toEqual(['src/db.ts', 'src/database.ts']);
  expect(rankPaths(PATHS, 'base', 9)).toEqual(['src/database.ts']);
  expect(rankPaths(PATHS, 'sdt', 1)).toEqual(['src/db.ts']);
  expect(rankPaths(PATHS, 'nothing', 9)).toEqual([]);
});

test('without input the topmost paths come first', () => {
  expect(rankPaths(PATHS, '', 2)).toEqual(['README.md', 'src/db.ts']);
});
