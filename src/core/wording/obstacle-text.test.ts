import { expect, test } from 'vitest';
import { obstacleText } from './obstacle-text.ts';

test('describes what blocks a prompt and passes on unknown names', () => {
  expect(obstacleText('interaction')).toBe('for your answer');
  expect(obstacleText('a_newer_one')).toBe('for: a_newer_one');
});
