import { expect, test } from 'vitest';
import { checkForm, formContent, initialValues, readForm } from './form-fields.ts';

const fields = readForm({
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Your name', description: 'As in your passport' },
    age: { type: 'integer' },
    share: { type: 'number', default: 0.5 },
    sure: { type: 'boolean', default: true },
    colour: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
    size: { oneOf: [{ const: 's', title: 'Small' }] },
  },
  required: ['name', 'age'],
});

test('fields as the schema has them', () => {
  expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
    ['name', 'text'],
    ['age', 'integer'],
    ['share', 'number'],
    ['sure', 'switch'],
    ['colour', 'choice'],
    ['size', 'choice'],
  ]);
  expect(fields[0]).toMatchObject({ label: 'Your name', help: 'As in your passport', isRequired: true });
  expect(fields[4]?.choices).toEqual([
    { value: 'r', label: 'Red' },
    { value: 'g', label: 'Green' },
  ]);
  expect(readForm(undefined)).toEqual([]);
});

test('what is missing or no number is said by field', () => {
  const values = { ...initialValues(fields), age: 'x' };
  expect(checkForm(fields, values)).toEqual({ name: 'This is needed.', age: 'This must be a number.' });
  expect(checkForm(fields, { ...values, name: 'Ann', age: '1.5' })).toEqual({
    age: 'This must be a whole number.',
  });
});

test('the content has numbers as numbers, and leaves out what was left empty', () => {
  const values = { ...initialValues(fields), name: ' Ann ', age: '41' };
  expect(formContent(fields, values)).toEqual({ name: 'Ann', age: 41, share: 0.5, sure: true });
});
