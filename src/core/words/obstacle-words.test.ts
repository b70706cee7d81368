import { expect, test } from 'vitest';
import { whatMessageWaitsFor } from './obstacle-words.ts';

test('what is in the way of a message is told in words, unknown names as they are', () => {
  expect(whatMessageWaitsFor('interaction')).toBe('for your answer to what Claude asks');
  expect(whatMessageWaitsFor('a_newer_one')).toBe('for: a_newer_one');
});
