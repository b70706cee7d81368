import { expect, test } from 'vitest';
import type { Row } from '../../src/core/conversation/rows.ts';
import { RowGroups } from './row-groups.ts';

const row = (number: number, text = 'so far'): Row => ({ kind: 'writing', id: `r${number}`, text });
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => row(from + index));

test('older and newer rows form new groups; known groups stay the same objects', () => {
  const groups = new RowGroups();
  const first = groups.update(rows(100, 112));
  expect(first.map(({ rows }) => rows.length)).toEqual([3, 3, 3, 3]);
  const more = groups.update(rows(93, 117));
  expect(more.map(({ rows }) => rows.length)).toEqual([1, 3, 3, 3, 3, 3, 3, 3, 2]);
  expect(more.slice(3, 7)).toEqual(first);
  for (const [index, group] of first.entries()) expect(more[index + 3]).toBe(group);
  expect(more.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(rows(93, 117).map(({ id }) => id));
});

test('only the group of a changed row is a new object', () => {
  const groups = new RowGroups();
  const before = groups.update(rows(0, 9));
  const after = groups.update([...rows(0, 4), row(4, 'more'), ...rows(5, 9)]);
  expect(after.map((group, index) => group === before[index])).toEqual([true, false, true]);
});

test('a row in between joins its group until that is too long', () => {
  const groups = new RowGroups();
  groups.update(rows(0, 6));
  const after = groups.update([...rows(0, 2), row(50), ...rows(2, 6)]);
  expect(after.map(({ rows }) => rows.length)).toEqual([4, 3]);
  const many = groups.update([...rows(0, 2), ...rows(60, 80), ...rows(2, 6)]);
  expect(Math.max(...many.map(({ rows }) => rows.length))).toBeLessThanOrEqual(6);
});

test('another conversation starts over', () => {
  const groups = new RowGroups();
  groups.update(rows(0, 10));
  expect(groups.update(rows(30, 34)).map(({ rows }) => rows.length)).toEqual([3, 1]);
});
