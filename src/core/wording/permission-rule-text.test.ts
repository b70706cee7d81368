import { expect, test } from 'vitest';
import { noRulesText, ruleGroups, ruleListGaps } from './permission-rule-text.ts';

const rule = (behavior: string, text: string, source: string) => ({ behavior, rule: text, source });

test('groups rules by behaviour, allow rules first, with their source', () => {
  const items = [
    rule('deny', 'WebSearch', 'cliArg'),
    rule('allow', 'Bash(npm run *)', 'localSettings'),
    rule('allow', 'Edit', 'session'),
    rule('ask', 'Bash(git push:*)', 'projectSettings'),
  ];
  expect(ruleGroups(items)).toEqual([
    {
      title: 'Allowed without asking',
      rules: [
        { rule: 'Bash(npm run *)', place: 'for you in this project' },
        { rule: 'Edit', place: 'for this session' },
      ],
    },
    {
      title: 'Always asked',
      rules: [{ rule: 'Bash(git push:*)', place: 'for everyone in this project' }],
    },
    { title: 'Denied', rules: [{ rule: 'WebSearch', place: 'given at start' }] },
  ]);
});

test('unknown values are passed on, and hidden characters in a rule are shown', () => {
  expect(ruleGroups([rule('maybe', 'X\u202ey', 'newSettings')])).toEqual([
    { title: 'maybe', rules: [{ rule: expect.not.stringContaining('\u202e'), place: 'newSettings' }] },
  ]);
});

test('an incomplete list is marked', () => {
  expect(ruleListGaps({ items: [], known_from: 'claude' })).toBe('');
  expect(ruleListGaps({ items: [], known_from: 'files' })).toContain('settings files');
  expect(ruleListGaps({ items: [], known_from: 'answers' })).toContain('another machine');
  expect(noRulesText({ items: [], known_from: 'claude' })).toContain('No rules');
});
