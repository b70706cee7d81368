import { expect, test } from 'vitest';
import { checkForm } from './check-form.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 4 },
    mail: { type: 'string', format: 'email' },
    page: { type: 'string', format: 'uri' },
    day: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    code: { type: 'string', pattern: '^[A-Z]+$' },
    odd: { type: 'string', pattern: '(' },
    age: { type: 'integer', minimum: 1, maximum: 9 },
    size: { type: 'number' },
    ok: { type: 'boolean' },
    color: { type: 'string', enum: ['red', 'green'], enumNames: ['Red', 'Green'] },
    shape: { type: 'string', oneOf: [{ const: 'r', title: 'Round' }] },
    tags: { type: 'array', maxItems: 2, items: { type: 'string', enum: ['a', 'b', 'c'] } },
    marks: { type: 'array', minItems: 1, items: { anyOf: [{ const: 'x', title: 'X' }] } },
    later: { type: 'something new' },
  },
  required: ['name', 'color'],
};
const fine = { name: 'Bob', color: 'red' };

test.each([
  [{}],
  [{ mail: 'a@b.c', page: 'https://example.org', day: '2026-02-28', at: '2026-02-28T10:00:00.5+02:00' }],
  [
    {
      code: 'ABC',
      odd: 'anything',
      age: 9,
      size: 1.5,
      ok: false,
      shape: 'r',
      tags: ['a', 'c'],
      marks: ['x'],
    },
  ],
  [{ name: '🙂🙂🙂🙂', later: { of: 'any kind' } }],
])('%j is accepted', (content) => {
  expect(checkForm(SCHEMA, { ...fine, ...content })).toBeUndefined();
});

test.each([
  [{ name: 'B' }, 'name', '2 characters'],
  [{ name: 'Bobby' }, 'name', '4 characters'],
  [{ name: 7 }, 'name', 'text'],
  [{ mail: 'nobody' }, 'mail', 'email'],
  [{ page: 'example' }, 'page', 'URL'],
  [{ day: '2026-02-31' }, 'day', 'date'],
  [{ at: '2026-02-28' }, 'at', 'date and time'],
  [{ code: 'abc' }, 'code', '^[A-Z]+$'],
  [{ age: 0 }, 'age', 'at least 1'],
  [{ age: 10 }, 'age', 'at most 9'],
  [{ age: 1.5 }, 'age', 'whole number'],
  [{ size: '1' }, 'size', 'a number'],
  [{ ok: 'yes' }, 'ok', 'true or false'],
  [{ color: 'Red' }, 'color', '"red", "green"'],
  [{ shape: 'Round' }, 'shape', '"r"'],
  [{ tags: 'a' }, 'tags', 'a list'],
  [{ tags: ['a', 'b', 'c'] }, 'tags', '2 entries'],
  [{ tags: ['z'] }, 'tags', '"a", "b", "c"'],
  [{ marks: [] }, 'marks', 'at least 1 entry'],
  [{ nmae: 'x' }, 'nmae', 'not a field'],
])('%j is refused with the name of the field', (content, field, words) => {
  const problem = checkForm(SCHEMA, { ...fine, ...content });
  expect(problem?.field).toBe(field);
  expect(problem?.message).toContain(words);
});

test('reports a missing required field with what it accepts', () => {
  expect(checkForm(SCHEMA, { name: 'Bob' })).toEqual({
    field: 'color',
    words: 'is required: one of "red", "green".',
    message: 'color: is required: one of "red", "green".',
  });
});

test('accepts everything without a schema', () => {
  expect(checkForm(undefined, { a: 1 })).toBeUndefined();
  expect(checkForm({ type: 'object' }, { a: 1 })).toBeUndefined();
});
