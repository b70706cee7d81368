import { expect, test } from 'vitest';
import { formProblems } from '../../src/core/check-form.ts';
import { formFieldsOf } from '../../src/core/wording/form-fields.ts';
import { beginDraft, formContent } from './form-draft.ts';

const requested_schema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Your name' },
    age: { type: 'integer', minimum: 18 },
    share: { type: 'number', default: 0.5 },
    sure: { type: 'boolean', default: true },
    colour: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
    parts: { type: 'array', items: { anyOf: [{ const: 'x', title: 'X' }] }, minItems: 1 },
    tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['b'] },
    at: { type: 'string', format: 'date-time', default: '2026-01-31T12:00:00Z' },
    free: { type: 'array', items: { type: 'string' } },
  },
  required: ['name', 'age', 'parts'],
};
const fields = formFieldsOf({ input: { requested_schema } });
const problems = (draft: object) =>
  Object.fromEntries(
    formProblems(requested_schema, formContent(fields, { ...beginDraft(fields), ...draft })).map(
      ({ field, words }) => [field, words],
    ),
  );

test('defaults are filled in and returned with their types', () => {
  expect(formContent(fields, beginDraft(fields))).toEqual({
    ...{ share: 0.5, sure: true, parts: [], tags: ['b'] },
    at: '2026-01-31T12:00:00.000Z',
  });
});

test('every invalid field has a problem', () => {
  expect(problems({ age: 'x' })).toEqual({
    name: 'is required: text.',
    age: 'must be a number.',
    parts: 'must have at least 1 entry.',
  });
  expect(problems({ name: 'Ann', age: '17', parts: ['x'], at: 'noon' })).toMatchObject({
    age: 'must be at least 18.',
    at: expect.stringMatching(/^must be a date and time/),
  });
});

test('parses numbers, trims text and omits empty fields', () => {
  const draft = { ...beginDraft(fields), name: ' Ann ', age: '41', parts: ['x'], tags: [], at: '' };
  expect(formContent(fields, { ...draft, colour: 'g', free: 'one, two' })).toEqual({
    ...{ name: 'Ann', age: 41, share: 0.5, sure: true, colour: 'g', parts: ['x'] },
    free: ['one', 'two'],
  });
});
