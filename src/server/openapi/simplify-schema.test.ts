import { expect, test } from 'vitest';
import { simplifySchema } from './simplify-schema.ts';

const string = { type: 'string' };

test.for([
  [
    'null is a type',
    { anyOf: [string, { type: 'null' }], description: 'x' },
    { type: ['string', 'null'], description: 'x' },
  ],
  ['a union with an enum stays', { anyOf: [{ ...string, enum: ['a'] }, { type: 'null' }] }],
  ['a union with a reference stays', { anyOf: [{ $ref: '#/a' }, { type: 'null' }] }],
  [
    'an encoding has no format',
    { ...string, format: 'base64', contentEncoding: 'base64' },
    { ...string, contentEncoding: 'base64' },
  ],
  ['other formats stay', { ...string, format: 'uuid' }],
  [
    'any name is allowed',
    { type: 'object', propertyNames: string, additionalProperties: {} },
    { type: 'object', additionalProperties: {} },
  ],
  [
    'rules for names stay',
    { type: 'object', propertyNames: { ...string, maxLength: 9 }, additionalProperties: {} },
  ],
  [
    'one spelling of a field',
    {
      type: 'object',
      properties: { tool_use_id: string, toolUseId: string, isOpen: string },
      required: ['tool_use_id', 'toolUseId'],
    },
    { type: 'object', properties: { tool_use_id: string, isOpen: string }, required: ['tool_use_id'] },
  ],
  ['parts', { items: { anyOf: [string, { type: 'null' }] } }, { items: { type: ['string', 'null'] } }],
] as [string, object, object?][])('%s', ([, schema, simple = schema]) => {
  expect(simplifySchema({ ...schema })).toEqual(simple);
});
