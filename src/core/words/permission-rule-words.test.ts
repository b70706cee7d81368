import { expect, test } from 'vitest';
import { noRulesWords, ruleGroups, ruleListGaps } from './permission-rule-words.ts';

const rule = (behavior: string, text: string, source: string) => ({ behavior, rule: text, source });

test('rules by what they do, allowed ones first, with where they come from', () => {
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
        { rule: 'Bash(npm run *)', place: 'for this project, on this machine' },
        { rule: 'Edit', place: 'for this session' },
      ],
    },
    {
      title: 'Always asked',
      rules: [{ rule: 'Bash(git push:*)', place: 'for everybody in this project' }],
    },
    { title: 'Denied', rules: [{ rule: 'WebSearch', place: 'given at start' }] },
  ]);
});

test('what is not known is told as it is, and nothing hides in a rule', () => {
  expect(ruleGroups([rule('maybe', 'X\u202ey', 'newSettings')])).toEqual([
    { title: 'maybe', rules: [{ rule: expect.not.stringContaining('\u202e'), place: 'newSettings' }] },
  ]);
});

test('an incomplete list says so', () => {
  expect(ruleListGaps({ items: [], known_from: 'claude' })).toBe('');
  expect(ruleListGaps({ items: [], known_from: 'files' })).toContain('settings files');
  expect(ruleListGaps({ items: [], known_from: 'answers' })).toContain('another machine');
  expect(noRulesWords({ items: [], known_from: 'claude' })).toContain('No rules');
});
