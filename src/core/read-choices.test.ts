import { expect, test } from 'vitest';
import type { Question } from './questions.ts';
import { type Given, readChoices } from './read-choices.ts';

const question = (labels: string[], multiSelect = false): Question => ({
  question: 'Which?',
  multiSelect,
  options: labels.map((label) => ({ label })),
});
const colours = question(['Red', 'Dark blue', 'Green (Recommended)']);
const parts = question(['Auth', 'Mail', 'Search'], true);
const chosen = (asked: Question, given: Given) => {
  const read = readChoices(asked, given);
  return 'chosen' in read ? read.chosen : read.problem;
};

test('an option is chosen by its label or its number', () => {
  expect(chosen(colours, 'Dark blue')).toEqual(['Dark blue']);
  expect(chosen(colours, ' dark  BLUE ')).toEqual(['Dark blue']);
  expect(chosen(colours, '1')).toEqual(['Red']);
  expect(chosen(colours, ' 3 ')).toEqual(['Green (Recommended)']);
  expect(chosen(parts, ['3', 'Auth'])).toEqual(['Search', 'Auth']);
  expect(chosen(parts, 'Auth, Mail')).toEqual(['Auth', 'Mail']);
  expect(chosen(parts, '1, 3')).toEqual(['Auth', 'Search']);
});

test('a custom answer is marked, or unlike every option', () => {
  for (const given of ['Something like violet', 'Red, but darker', 'None of these']) {
    expect(chosen(colours, given)).toEqual([given]);
  }
  for (const other of ['Rde', '1', 'Red', '7']) expect(chosen(colours, { other })).toEqual([other]);
  expect(chosen(parts, ['Mail', { other: 'Serch' }])).toEqual(['Mail', 'Serch']);
  expect(chosen(question([]), '5')).toEqual(['5']);
});

test('refuses text that could mean an option, and lists the options', () => {
  for (const given of ['Rde', 'Rd', 'Re', 'dark bleu', 'Green', 'green ', '4', '0', '99']) {
    expect(chosen(colours, given), given).toBe(
      `"${given}" could mean an option of "Which?". Options: 1 "Red", 2 "Dark blue", 3 "Green (Recommended)". Answer with a label or its number, or with {"other": ${JSON.stringify(given)}} for a custom answer.`,
    );
  }
  expect(chosen(parts, ['Auth', 'Maill'])).toMatch(/^"Maill" could mean/);
});

test('if the options are numbers, a number is only a label', () => {
  const counts = question(['1', '3', '5']);
  expect(chosen(counts, '3')).toEqual(['3']);
  expect(chosen(counts, '2')).toMatch(/^"2" could mean/);
  expect(chosen(counts, { other: '2' })).toEqual(['2']);
});

test('labels that differ only in case are matched exactly', () => {
  const letters = question(['a', 'A']);
  expect(chosen(letters, 'A')).toEqual(['A']);
  expect(chosen(letters, '2')).toEqual(['A']);
});

test('accepts each option once, one custom answer, and one answer to a single choice', () => {
  expect(chosen(parts, ['Auth', '1'])).toBe('"Auth" is chosen twice for "Which?".');
  expect(chosen(parts, [{ other: 'x' }, { other: 'y' }])).toMatch(/Only one custom answer/);
  expect(chosen(colours, ['Red', 'Dark blue'])).toBe('"Which?" accepts one answer.');
  expect(chosen(colours, [])).toBe('"Which?" accepts one answer.');
  expect(chosen(parts, [])).toEqual([]);
});
