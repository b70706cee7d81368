import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_JSON_DEPTH, parseJson } from './parse-json.ts';

const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;

test('accepts what JSON.parse accepts', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('rejects deep nesting', () => {
  expect(parseJson(nested(MAX_JSON_DEPTH))).toBeDefined();
  expect(() => parseJson(nested(MAX_JSON_DEPTH + 2))).toThrow(SyntaxError);
  expect(() => parseJson('['.repeat(1_000_000))).toThrow(SyntaxError);
});

test('does not count brackets in strings or side by side as nesting', () => {
  const strings = { text: '["\\"[{'.repeat(1000), list: Array.from({ length: 1000 }, () => [{}]) };
  expect(parseJson(JSON.stringify(strings))).toEqual(strings);
});
