import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonSyntaxError, memberOf, parseJsonTree } from './json-tree.ts';

test('accepts what JSON.parse accepts, in any layout', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(0, 1, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(parseJsonTree(` ${text}\r\n`).value).toEqual(JSON.parse(text));
    }),
  );
});

test('rejects what JSON.parse rejects', () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"\\x"',
    '"\n"',
    '01',
    '1.',
    '-',
    '1e5',
    'tru',
    'null',
    ' ',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (chosen) => {
      const text = chosen.join('');
      const read = (parse: (text: string) => unknown) => {
        try {
          return { value: parse(text) };
        } catch {
          return 'refused';
        }
      };
      expect(read((given) => parseJsonTree(given).value)).toEqual(read(JSON.parse));
    }),
    { numRuns: 2000 },
  );
});

test('records the position of every value', () => {
  const text = '{ "a": [1, {"b": "x"}] }';
  const list = memberOf(parseJsonTree(text), 'a');
  expect(list?.members.map(({ start, end }) => text.slice(start, end))).toEqual(['1', '{"b": "x"}']);
  expect(text.slice(list?.start, list?.end)).toBe('[1, {"b": "x"}]');
});

test.each([
  ['{\n  // words\n  "a": 1\n}', 2, 'a comment'],
  ['{\r\n  "a": 1, /* words */\r\n  "b": 2\r\n}', 2, 'a comment'],
  ['{\n  "a": 1,\n}', 3, 'extra comma'],
  ['{\n  "a": [\n    1,\n  ]\n}', 4, 'extra comma'],
  ['{\n  "a": 1\n', 3, 'unexpected end'],
  ['{\n  "a" 1\n}', 2, 'unexpected "1"'],
  ["{'a': 1}", 1, 'unexpected "\'"'],
  ['{} {}', 1, 'unexpected "{"'],
  ['['.repeat(100_000), 1, 'too deeply nested'],
])('reports the error and its line: %j', (text, line, problem) => {
  let caught: unknown;
  try {
    parseJsonTree(text);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(JsonSyntaxError);
  expect(caught).toMatchObject({ line, message: expect.stringContaining(problem) });
});
