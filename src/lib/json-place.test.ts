import { expect, test } from 'vitest';
import { lineAt, repeatedKeys } from './json-place.ts';
import { parseJsonTree } from './json-tree.ts';

const text = '{\n  "a": [\n    1,\r\n    {"b":\n 2, "b": 3}\n  ],\n  "c": 4\n}\n';
const root = parseJsonTree(text);

test.each([
  [[], 1],
  [['a'], 2],
  [['a', 0], 3],
  [['a', 1], 4],
  [['a', 1, 'b'], 5],
  [['c'], 7],
  [['a', 9], 2],
  [['missing', 'x'], 1],
])('%j is in line %i', (path, line) => {
  expect(lineAt(text, root, path)).toBe(line);
});

test('finds duplicate keys at any depth', () => {
  expect(repeatedKeys(root)).toEqual([['a', 1, 'b']]);
  expect(repeatedKeys(parseJsonTree('{"a": {"x": 1}, "b": {"x": 1}}'))).toEqual([]);
});
