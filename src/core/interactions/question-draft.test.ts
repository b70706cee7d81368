import { expect, test } from 'vitest';
import { choose, chooseOther, EMPTY_DRAFT, isAnswered, toAnswer } from './question-draft.ts';

const question = (text: string, multiSelect = false) => ({ question: text, multiSelect, options: [] });

test('single choice: a second choice replaces the first, a custom answer replaces both', () => {
  const b = choose(choose(EMPTY_DRAFT, 'A', false), 'B', false);
  expect(b.chosen).toEqual(['B']);
  const other = { ...chooseOther(b, false), other: ' mine ' };
  expect(toAnswer([question('Which?')], [other])).toEqual({ answers: { 'Which?': { other: 'mine' } } });
});

test('multiple choice with a custom answer', () => {
  const both = choose(choose(EMPTY_DRAFT, 'A', true), 'B', true);
  expect(choose(both, 'A', true).chosen).toEqual(['B']);
  const other = { ...chooseOther(both, true), other: 'C' };
  expect(toAnswer([question('Which?', true)], [other])).toEqual({
    answers: { 'Which?': ['A', 'B', { other: 'C' }] },
  });
});

test('includes notes and omits questions without an answer', () => {
  const noted = { ...choose(EMPTY_DRAFT, 'A', false), note: 'because' };
  expect(toAnswer([question('One?'), question('Two?')], [noted, undefined])).toEqual({
    answers: { 'One?': 'A' },
    notes: { 'One?': 'because' },
  });
  expect(isAnswered({ ...EMPTY_DRAFT, hasOther: true, other: ' ' })).toBe(false);
});
