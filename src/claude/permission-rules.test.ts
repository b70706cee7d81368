import { expect, test } from 'vitest';
import { readRuleList, rulesInFlags, rulesInSettings } from './permission-rules.ts';

const allow = (rule: string, source = 'cliArg') => ({ behavior: 'allow', rule, source });
const deny = (rule: string, source = 'cliArg') => ({ behavior: 'deny', rule, source });

test('reads rules in settings and ignores everything else', () => {
  const permissions = { allow: ['Bash(ls:*)', 1], deny: ['Read(./secret)'], ask: 'odd', defaultMode: 'plan' };
  expect(rulesInSettings({ permissions }, 'userSettings')).toEqual([
    ...[allow('Bash(ls:*)', 'userSettings'), deny('Read(./secret)', 'userSettings')],
  ]);
  for (const settings of [undefined, null, 'text', {}, { permissions: [] }])
    expect(rulesInSettings(settings, 'x')).toEqual([]);
});

test('reads rules in flags, in every form that Claude Code accepts', () => {
  expect(rulesInFlags(['claude', '--allowed-tools=Bash(git log *)', '--model', 'opus', 'Edit'])).toEqual([
    allow('Bash(git log *)'),
  ]);
  expect(rulesInFlags(['--allowedTools', 'Bash(a, b),Edit Read', 'Write', '--disallowedTools=X=1'])).toEqual([
    ...[allow('Bash(a, b)'), allow('Edit'), allow('Read'), allow('Write'), deny('X=1')],
  ]);
  expect(rulesInFlags(['--verbose', 'Bash'])).toEqual([]);
});

test("reads Claude Code's own list and passes on names of newer versions", () => {
  const rules = [
    { ...allow('Bash(ls:*)', 'projectSettings'), editability: 'persistent' },
    { behavior: 'maybe', rule: 'New', source: 'elsewhere' },
    { odd: true },
  ];
  const answer = (response: Record<string, unknown>) => ({ requestId: 'r', response });
  expect(readRuleList(answer({ state: { rules } }))).toEqual([
    ...[allow('Bash(ls:*)', 'projectSettings'), { behavior: 'maybe', rule: 'New', source: 'elsewhere' }],
  ]);
  expect(readRuleList(answer({}))).toBeUndefined();
});
