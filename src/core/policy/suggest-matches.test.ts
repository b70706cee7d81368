import { expect, test } from 'vitest';
import { decide } from './decide.ts';
import { bashInteraction, CWD, moment, policyOf } from './policy-fixture.ts';
import { suggestMatches } from './suggest-matches.ts';

const bash = (command: string) => suggestMatches({ tool_name: 'Bash', input: { command } }, CWD);
const commands = (command: string) => bash(command).map((match) => match.command);

test('commands: as they are, and with any arguments', () => {
  expect(commands('mkdir one')).toEqual(['mkdir one', 'mkdir *']);
  expect(commands('git log main')).toEqual(['git log main', 'git log *']);
  expect(commands('git log -5')).toEqual(['git log -5', 'git log *']);
  expect(commands('npm run test')).toEqual(['npm run test', 'npm run test *']);
  expect(commands('ls')).toEqual(['ls', 'ls *']);
  expect(commands('CI=1 npm test && git commit -m "it\'s a test"')).toEqual([
    ['CI=1 npm test', `git commit -m 'it'\\''s a test'`],
    ['CI=1 npm test *', 'git commit *'],
  ]);
});

test('nothing for what no pattern describes', () => {
  for (const line of ['echo $HOME', 'echo a > b.txt', 'if true; then ls; fi', ''])
    expect(bash(line)).toEqual([]);
  expect(suggestMatches({ tool_name: 'Edit', input: { file_path: `${CWD}/[id].ts` } }, CWD)).toEqual([]);
  expect(suggestMatches({ tool_name: 'WebFetch', input: { url: 'no address' } }, CWD)).toEqual([]);
});

test('files, addresses and other tools', () => {
  const edit = (file_path: string) => suggestMatches({ tool_name: 'Edit', input: { file_path } }, CWD);
  const tool = ['Edit', 'Write'];
  expect(edit(`${CWD}/src/a.ts`)).toEqual([
    { tool, path: 'src/a.ts' },
    { tool, path: 'src/**' },
  ]);
  expect(edit(`${CWD}/a.ts`)).toEqual([
    { tool, path: 'a.ts' },
    { tool, path: '**' },
  ]);
  expect(edit('/top')).toEqual([{ tool, path: '/top' }]);
  const url = 'https://example.com:8443/a?b=1';
  expect(suggestMatches({ tool_name: 'WebFetch', input: { url } }, CWD)).toEqual([
    { tool: 'WebFetch', url },
    { tool: 'WebFetch', host: 'example.com:8443' },
  ]);
  expect(suggestMatches({ tool_name: 'mcp__github__list', input: {} }, CWD)).toEqual([
    { tool: 'mcp__github__list' },
  ]);
});

test('every suggestion allows the request it came from', () => {
  for (const command of ['git log -5', 'touch "a b.txt"', 'CI=1 npm test && git status']) {
    for (const match of bash(command)) {
      const policy = policyOf({ match: { ...match, cwd: CWD }, decide: 'allow' });
      expect([match, decide(policy, bashInteraction(command), moment).decision]).toEqual([match, 'allow']);
    }
  }
});
