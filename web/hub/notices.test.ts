import { expect, test } from 'vitest';
import { DEFAULT_KINDS } from '../../src/protocol/notify.ts';
import { DEFAULT_NOTICES, NOTICES } from './notices.ts';

test('the page knows every kind, and what is told by default', () => {
  expect(DEFAULT_NOTICES).toEqual(DEFAULT_KINDS);
  expect(NOTICES.map(({ kind }) => kind).sort()).toEqual(Object.keys(DEFAULT_KINDS).sort());
});
