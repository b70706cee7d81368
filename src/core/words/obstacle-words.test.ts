import { expect, test } from 'vitest';
import { whatMessageWaitsFor } from './obstacle-words.ts';

test('describes what blocks a prompt and passes on unknown names', () => {
  expect(whatMessageWaitsFor('interaction')).toBe('for your answer');
  expect(whatMessageWaitsFor('a_newer_one')).toBe('for: a_newer_one');
});
