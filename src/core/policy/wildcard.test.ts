import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wildcardMatches } from './wildcard.ts';

test.each([
  ['mcp__github__*', 'mcp__github__list', true],
  ['mcp__github__*', 'mcp__gitlab__list', false],
  ['*', '', true],
  ['', '', true],
  ['', 'a', false],
  ['a*b*c', 'aXbYbZc', true],
  ['a*b*c', 'aXbYbZ', false],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['a.c', 'abc', false],
  ['Bash', 'BashOutput', false],
])('%j matches %j: %j', (pattern, text, expected) => {
  expect(wildcardMatches(pattern, text)).toBe(expected);
});

test('agrees with a regular expression', () => {
  const piece = fc
    .array(fc.constantFrom('a', 'b', '*', '?', '.'), { maxLength: 8 })
    .map((signs) => signs.join(''));
  fc.assert(
    fc.property(
      piece,
      fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 10 }),
      (pattern, text) => {
        const source = pattern.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
        expect(wildcardMatches(pattern, text)).toBe(new RegExp(`^${source}$`).test(text));
      },
    ),
    { numRuns: 2000 },
  );
});

test('takes negligible time for a hostile pattern', () => {
  expect(wildcardMatches('a*'.repeat(500), `${'a'.repeat(20_000)}b`)).toBe(true);
  expect(wildcardMatches(`${'a*'.repeat(500)}c`, 'a'.repeat(20_000))).toBe(false);
});
