import { expect, test } from 'vitest';
import { fitFields, shapeOf } from './fit-fields.ts';

const SHAPE = shapeOf(
  { text: 'a b', 'text or null': 'c', number: 'd', texts: 'e', table: 'f' },
  { inner: shapeOf({ text: 'a' }) },
);

test('leaves a value that fits unchanged', () => {
  const value = { a: 'x', c: null, d: 1, e: ['x'], f: { x: {} }, inner: { a: 'x', b: 1 }, other: [null] };
  expect(fitFields(value, SHAPE)).toBe(value);
});

test('omits known fields of the wrong type at every depth', () => {
  const value = {
    a: 1,
    b: null,
    c: 5,
    d: Number.POSITIVE_INFINITY,
    e: [1],
    f: { x: null },
    inner: { a: [], b: 1 },
    other: 7,
  };
  expect(fitFields(value, SHAPE)).toEqual({ inner: { b: 1 }, other: 7 });
  expect(fitFields({ inner: 5 }, SHAPE)).toEqual({});
});
