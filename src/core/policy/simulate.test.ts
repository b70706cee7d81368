import { expect, test } from 'vitest';
import type { Interaction } from '../../protocol/interactions.ts';
import { bashInteraction, moment, policyOf } from './policy-fixture.ts';
import { simulate } from './simulate.ts';

const { now: _, ...remembered } = moment;

function past(id: string, command: string, more: Partial<Interaction>) {
  const { session_id, input, cwd, permission_mode } = bashInteraction(command);
  const interaction: Interaction = {
    id,
    session_id,
    host: 'desk',
    kind: 'permission',
    state: 'answered',
    tool_name: 'Bash',
    input,
    suggestions: [],
    opened_at: '2026-11-19T10:00:00.000Z',
    routes: [],
    ...more,
  };
  return { interaction, circumstances: { cwd, permission_mode }, moment: remembered };
}

function answered(decision: string): Partial<Interaction> {
  const by = { type: 'device', name: 'phone' } as const;
  return { answer: { by, at: '2026-11-19T10:01:00.000Z', route: 'hook', applied: 'confirmed', decision } };
}

test('compares decisions of the rules with the actual decisions', () => {
  const policy = policyOf(
    { match: { command: 'git push *' }, decide: 'deny' },
    { match: { command: ['git *', 'make *'] }, decide: 'allow' },
  );
  const reported = simulate(policy, [
    past('1', 'git status', answered('allow')),
    past('2', 'make all', answered('deny')),
    past('3', 'git push', answered('allow')),
    past('4', 'ls', answered('allow')),
    past('5', 'git log', { state: 'withdrawn' }),
    past('6', 'git log', { state: 'answered' }),
    past('7', 'git status && rm x', answered('deny')),
  ]);
  expect(
    reported.map(({ interaction_id, was, would, compared, rule }) => [
      interaction_id,
      was,
      would,
      compared,
      rule?.index,
    ]),
  ).toEqual([
    ['1', 'allow', 'allow', 'same', 1],
    ['2', 'deny', 'allow', 'wider', 1],
    ['3', 'allow', 'deny', 'narrower', 0],
    ['4', 'allow', 'ask', 'ask', undefined],
    ['5', 'withdrawn', 'allow', 'other', 1],
    ['6', 'unknown', 'allow', 'other', 1],
    ['7', 'deny', 'ask', 'ask', undefined],
  ]);
  expect(reported[3]?.reason).toBe('No rule matches.');
});

test('a rule uses the time of the request', () => {
  const opened = new Date(2026, 10, 20, 12, 0).toISOString();
  const policy = policyOf({ match: { tool: 'Bash', time: { days: ['fri'] } }, decide: 'allow' });
  expect(simulate(policy, [past('1', 'ls', { opened_at: opened })])[0]?.would).toBe('allow');
});
