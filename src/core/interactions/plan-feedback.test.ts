import { expect, test } from 'vitest';
import { planFeedback } from './plan-feedback.ts';

test('comments quote their lines in the order of the plan, general feedback comes last', () => {
  const plan = '# Plan\n\n1. Drop the table\n2. Tell nobody';
  const comments = [
    { line: 3, words: 'tell everybody' },
    { line: 2, words: ' keep it ' },
    { line: 0, words: ' ' },
  ];
  expect(planFeedback(plan, comments, 'Otherwise fine.')).toBe(
    '> 1. Drop the table\nkeep it\n\n> 2. Tell nobody\ntell everybody\n\nOtherwise fine.',
  );
  expect(planFeedback(plan, [], '')).toBe('');
});
