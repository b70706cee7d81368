import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followLinks } from './real-paths.ts';

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'reins-links-')));
  mkdirSync(join(folder, 'real/deep'), { recursive: true });
  writeFileSync(join(folder, 'real/a.txt'), '');
  symlinkSync(join(folder, 'real/deep'), join(folder, 'link'));
  symlinkSync('nowhere', join(folder, 'dangling'));
  symlinkSync('loop', join(folder, 'loop'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['real/a.txt', 'real/a.txt'],
  ['link', 'real/deep'],
  ['link/new/file.ts', 'real/deep/new/file.ts'],
  // As the kernel resolves it, not as it looks.
  ['link/../a.txt', 'real/a.txt'],
  ['missing/../a.txt', undefined],
  ['dangling', undefined],
  ['dangling/x', undefined],
  ['loop/x', undefined],
  ['real/a.txt/x', undefined],
])('%s leads to %s', (path, expected) => {
  const absolute = `${folder}/${path}`;
  expect(followLinks([absolute]).get(absolute)).toBe(expected && `${folder}/${expected}`);
});

test('the root leads to itself', () => {
  expect(followLinks(['/']).get('/')).toBe('/');
});
