import { expect, test } from 'vitest';
import type { Interaction } from '../protocol/interactions.ts';
import { answeredRules } from './answered-rules.ts';

const NOON = Date.parse('2026-01-02T12:00:00.000Z');

function answered(apply: object[], facts: object = {}, minutes = 1): Interaction {
  const at = new Date(NOON + minutes * 60_000).toISOString();
  return {
    ...{ id: `i${minutes}`, session_id: 's', host: 'desk', kind: 'permission', state: 'answered' },
    ...{ input: {}, suggestions: [], opened_at: at, routes: [] },
    answer: {
      ...{ by: { type: 'device', name: 'phone' }, at, route: 'hook', applied: 'confirmed' },
      ...{ decision: 'allow', apply, ...facts },
    },
  } as Interaction;
}
const rule = (type: string, ruleContent: string, destination = 'session') => ({
  ...{ type, rules: [{ toolName: 'Bash', ruleContent }], behavior: 'allow', destination },
});
const texts = (...interactions: Interaction[]) =>
  answeredRules(interactions, NOON).map((one) => `${one.behavior} ${one.rule} ${one.source}`);

test('lists session rules in the order of the answers', () => {
  const bare = {
    type: 'addRules',
    rules: [{ toolName: 'WebSearch' }],
    behavior: 'deny',
    destination: 'session',
  };
  expect(texts(answered([rule('addRules', 'npm run *')]), answered([bare], {}, 2))).toEqual([
    ...['allow Bash(npm run *) session', 'deny WebSearch session'],
  ]);
  const twice = answered([rule('addRules', 'a'), rule('addRules', 'b'), rule('addRules', 'a')]);
  expect(texts(twice)).toEqual(['allow Bash(b) session', 'allow Bash(a) session']);
  expect(texts(twice, answered([rule('removeRules', 'b')], {}, 2))).toEqual(['allow Bash(a) session']);
  expect(texts(twice, answered([rule('replaceRules', 'c')], {}, 2))).toEqual(['allow Bash(c) session']);
});

test('ignores answers without effect, answers to earlier processes and rules for settings files', () => {
  const apply = [rule('addRules', 'x')];
  for (const facts of [
    { decision: 'deny' },
    { applied: 'superseded' },
    { applied: 'lost' },
    { apply: 'odd' },
  ])
    expect(texts(answered(apply, facts))).toEqual([]);
  expect(texts(answered(apply, {}, -1))).toEqual([]);
  expect(texts(answered([rule('addRules', 'x', 'localSettings'), { type: 'setMode' }]))).toEqual([]);
  expect(texts({ ...answered(apply), answer: undefined } as unknown as Interaction)).toEqual([]);
});
