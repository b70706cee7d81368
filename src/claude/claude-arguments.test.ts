import { expect, test } from 'vitest';
import { claudeArguments } from './claude-arguments.ts';

const files = { settings: '{}' };
const base = { sessionId: 'id', persist: true } as const;

test('who the session is', () => {
  expect(claudeArguments({ ...base, how: 'new' }, files)).toEqual(['--session-id=id', '--settings={}']);
  expect(claudeArguments({ ...base, how: 'resume' }, files)).toEqual(['--resume=id', '--settings={}']);
  expect(claudeArguments({ ...base, how: { forkOf: 'old' } }, files)).toEqual([
    ...['--resume=old', '--fork-session', '--session-id=id', '--settings={}'],
  ]);
});

test('choices, and a person’s own flags behind them', () => {
  const choices = {
    ...base,
    how: 'new',
    model: 'opus',
    addDirs: ['/a', '/b'],
    claudeArgs: ['--model', 'x'],
  } as const;
  expect(claudeArguments(choices, { ...files, mcpConfig: '/m.json' }).slice(2)).toEqual([
    ...['--mcp-config=/m.json', '--model=opus', '--add-dir=/a', '--add-dir=/b', '--model', 'x'],
  ]);
});

test('a worktree, with or without a name, in front of another flag', () => {
  const flags = (worktree: true | string) =>
    claudeArguments({ ...base, how: 'new', worktree, claudeArgs: ['side'] }, files);
  expect(flags(true)).toEqual(['--session-id=id', '--worktree', '--settings={}', 'side']);
  expect(flags('fix')).toEqual(['--session-id=id', '--worktree=fix', '--settings={}', 'side']);
});
