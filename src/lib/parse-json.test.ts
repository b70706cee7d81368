import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_JSON_DEPTH, parseJson } from './parse-json.ts';

const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;

test('reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('refuses what is nested too deeply', () => {
  expect(parseJson(nested(MAX_JSON_DEPTH))).toBeDefined();
  expect(() => parseJson(nested(MAX_JSON_DEPTH + 2))).toThrow(SyntaxError);
  expect(() => parseJson('['.repeat(1_000_000))).toThrow(SyntaxError);
});

test('brackets in strings and beside each other are not nested', () => {
  const strings = { text: '["\\"[{'.repeat(1000), list: Array.from({ length: 1000 }, () => [{}]) };
  expect(parseJson(JSON.stringify(strings))).toEqual(strings);
});
