import { expect, test } from 'vitest';
import { planFeedback, withFeedback } from './plan-feedback.ts';

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

test('an approved plan carries the feedback at its end', () => {
  expect(withFeedback('1. Go\n', '> 1. Go\nslowly')).toBe('1. Go\n\n## Comments\n\n> 1. Go\nslowly\n');
  expect(withFeedback('1. Go\n', '')).toBe('1. Go\n');
});
