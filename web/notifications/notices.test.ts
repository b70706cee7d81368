import { expect, test } from 'vitest';
import { DEFAULT_KINDS } from '../../src/core/notices.ts';
import { NOTICES } from './notices.ts';

test('every kind has a label', () => {
  expect(NOTICES.map(({ kind }) => kind).sort()).toEqual(Object.keys(DEFAULT_KINDS).sort());
});
