import { expect, test } from 'vitest';
import { ruleWords } from './rule-words.ts';

test('rules in words', () => {
  expect(ruleWords({ match: { tool: 'Bash', command: ['git status', 'git log *'] }, decide: 'allow' })).toBe(
    'Allows when the tool is Bash and the command is git status or git log *.',
  );
  expect(ruleWords({ match: {}, decide: { deny: 'not now' } })).toBe('Denies with “not now” everything.');
  expect(
    ruleWords({ match: { time: { days: ['sat', 'sun'], from: '22:00', to: '07:00' } }, decide: 'ask' }),
  ).toBe('Asks a person when it is sat, sun between 22:00 and 07:00.');
});
