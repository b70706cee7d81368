import { expect, test } from 'vitest';
import { claudeArguments } from './claude-arguments.ts';

const files = { settings: '{}' };
const base = { sessionId: 'id' } as const;

test('identifies the session', () => {
  expect(claudeArguments({ ...base, how: 'new' }, files)).toEqual(['--session-id=id', '--settings={}']);
  expect(claudeArguments({ ...base, how: 'resume' }, files)).toEqual(['--resume=id', '--settings={}']);
  expect(claudeArguments({ ...base, how: { forkOf: 'old' } }, files)).toEqual([
    ...['--resume=old', '--fork-session', '--session-id=id', '--settings={}'],
  ]);
});

test('choices in front of the settings, and a person’s own flags behind them', () => {
  const choices = {
    ...base,
    how: 'new',
    flags: ['--model=opus', '--worktree'],
    claudeArgs: ['--model', 'x'],
  } as const;
  expect(claudeArguments(choices, { ...files, mcpConfig: '/m.json' })).toEqual([
    ...['--session-id=id', '--model=opus', '--worktree', '--settings={}', '--mcp-config=/m.json'],
    ...['--model', 'x'],
  ]);
});
