import { expect, test } from 'vitest';
import type { Rule } from '../../protocol/policy.ts';
import { describeRule } from './rule-text.ts';

test('rules in words', () => {
  expect(
    describeRule({ match: { tool: 'Bash', command: ['git status', 'git log *'] }, decide: 'allow' }),
  ).toBe('Allows when the tool is Bash and the command is git status or git log *.');
  expect(describeRule({ match: {}, decide: { deny: 'not now' } })).toBe(
    'Denies with “not now” in every case.',
  );
  expect(
    describeRule({ match: { time: { days: ['sat', 'sun'], from: '22:00', to: '07:00' } }, decide: 'ask' }),
  ).toBe('Asks a person when it is sat, sun between 22:00 and 07:00.');
});

test('unknown conditions are shown verbatim, so that no rule looks wider than it is', () => {
  const words = (match: object, decide: unknown = 'allow') =>
    describeRule({ match: match as Rule['match'], decide: decide as Rule['decide'] });
  expect(words({ branch: 'main' })).toBe('Allows when branch is main.');
  expect(words({ tool: 'Bash', branch: ['a', 'b'] })).toBe(
    'Allows when the tool is Bash and branch is ["a","b"].',
  );
  expect(words({ tool: { not: 'Bash' } })).toBe('Allows when the tool is {"not":"Bash"}.');
  expect(words({ time: { season: 'winter' } })).toBe('Allows when it is any day and season is winter.');
  expect(words({ constructor: 1 })).toBe('Allows when constructor is 1.');
  expect(words({}, { wait: 5 })).toBe('{"wait":5} in every case.');
  expect(words({}, 'pause')).toBe('pause in every case.');
});
