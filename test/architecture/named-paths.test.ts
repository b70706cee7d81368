/** ARCHITECTURE.md names files and folders that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const named = [...readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(/`([\w./-]+)`/g)].map(
  ([, name]) => name as string,
);
const isWhole = (name: string) => /^(src|web|stage|test|scripts|bench|docs)\//.test(name);

test('every path exists', () => {
  const paths = named.filter(isWhole);
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every file named without its folder exists in src', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const names = named.filter((name) => name.endsWith('.ts') && !isWhole(name));
  expect(names.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
});
