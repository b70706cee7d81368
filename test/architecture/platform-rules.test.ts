/** Code that differs between Linux and macOS is in few files, each tested with recorded output of both systems. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readModules } from './read-modules.ts';

const root = join(import.meta.dirname, '../..');

const sources = readModules('src', 'stage').map(({ path }) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

const filesWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

test('few places check the name of the system', () => {
  expect(filesWith(/process\.platform/)).toEqual([
    'src/lib/platform.ts',
    'src/lib/processes.ts',
    'stage/claude-binary.ts',
  ]);
});

test('/proc and ps are read in one place each', () => {
  expect(filesWith(/['"`]\/proc/)).toEqual(['src/lib/proc-table.ts']);
  expect(filesWith(/['"]ps['"]/)).toEqual(['src/lib/ps-table.ts']);
});
