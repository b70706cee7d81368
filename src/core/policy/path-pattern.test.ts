import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPathPattern, pathMatches } from './path-pattern.ts';

const place = { base: '/home/ann/shop', userHome: '/home/ann' };
const narrow = { isWide: false, takesHidden: false };
const wide = { isWide: true, takesHidden: true };

test.each([
  ['src/**', '/home/ann/shop/src/a/b.ts', true],
  ['src/**', '/home/ann/shop/src', true],
  ['src/**', '/home/ann/shop/srcs/a', false],
  ['src/**', '/home/ann/other/src/a', false],
  ['src/*', '/home/ann/shop/src/a.ts', true],
  ['src/*', '/home/ann/shop/src/a/b.ts', false],
  ['src/**/*.ts', '/home/ann/shop/src/a/b/c.ts', true],
  ['src/**/*.ts', '/home/ann/shop/src/c.ts', true],
  ['src/**/*.ts', '/home/ann/shop/src/c.js', false],
  ['**', '/home/ann/shop/x/y', true],
  ['**', '/home/ann/x', false],
  ['**', '/home/ann/shop/.git/config', false],
  ['**', '/home/ann/shop/src/.env', false],
  ['*', '/home/ann/shop/.env', false],
  ['.env', '/home/ann/shop/.env', true],
  ['.github/**', '/home/ann/shop/.github/a.yml', true],
  ['.*/x', '/home/ann/shop/.a/x', true],
  ['../lib/**', '/home/ann/lib/a', true],
  ['../../../../x', '/x', true],
  ['./src/a', '/home/ann/shop/src/a', true],
  ['/etc/hosts', '/etc/hosts', true],
  ['/etc/**', '/home/ann/shop/etc/x', false],
  ['/**', '/etc/hosts', true],
  ['~/notes/*.md', '/home/ann/notes/a.md', true],
  ['~/notes/*.md', '/home/bob/notes/a.md', false],
  ['app/[id]/page.tsx', '/home/ann/shop/app/[id]/page.tsx', true],
  ['app/[id]/page.tsx', '/home/ann/shop/app/i/page.tsx', false],
  ['SRC/**', '/home/ann/shop/src/a', false],
  ['src/**', '/home/ann/shop/src/../../../../etc/passwd', false],
  ['src/?.ts', '/home/ann/shop/src/a.ts', true],
])('narrowly, %j matches %j: %j', (pattern, path, expected) => {
  expect(pathMatches(pattern, path, place, narrow)).toBe(expected);
});

test.each([
  ['**', '/home/ann/shop/.env', true],
  ['SECRETS/**', '/home/ann/shop/secrets/a', true],
  ['~/.ssh/**', '/home/ANN/.SSH/id', true],
  ['src/**', '/home/ann/shop/lib/a', false],
])('widely, %j matches %j: %j', (pattern, path, expected) => {
  expect(pathMatches(pattern, path, place, wide)).toBe(expected);
});

test.each(['src/', 'src**', 'a/**b/c', '~bob/x', 'a/../b', '/a/..'])(
  '%j is refused as a pattern',
  (pattern) => {
    expect(() => checkPathPattern(pattern)).toThrow();
  },
);

test('matches nothing outside of the folder, however the path is written', () => {
  const part = fc.constantFrom('a', '..', '.', '', 'src', '.git', 'x.ts', '**', '*');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const path = `${place.base}/${parts.join('/')}`;
      const real = posix.normalize(path);
      if (pathMatches('src/**', path, place, narrow)) expect(`${real}/`).toMatch(/^\/home\/ann\/shop\/src\//);
    }),
    { numRuns: 2000 },
  );
});
