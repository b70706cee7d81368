import { expect, test } from 'vitest';
import { resumeSchema } from '../../protocol/steering.ts';
import { claudeFlags, headlessChoices, RUN_OPTIONS, type RunChoices } from './run-options.ts';

const ALL: RunChoices = {
  persist: false,
  model: 'opus',
  permission_mode: 'plan',
  name: 'A name',
  append_system_prompt: '--not-a-flag',
  allowed_tools: ['Bash(git log:*)', 'Read'],
  disallowed_tools: ['WebFetch'],
  add_dirs: ['/a', '/b c'],
  agents: { helper: { description: 'd', prompt: 'p' } },
  plugin_dirs: ['/plugin'],
  setting_sources: ['user', 'project'],
  json_schema: { type: 'object' },
  max_turns: 3,
  max_budget_usd: 0.5,
  worktree: 'fix',
  mcp_config: { secret: 'hidden' },
  env: { KEY: 'hidden' },
  non_interactive: true,
  all_hooks: true,
  auto_continue: { limit: 2 },
  end_when_idle_seconds: 60,
  trust: true,
  terminal: { columns: 80, rows: 24 },
  claude_args: ['--effort', 'low'],
};

test('every option of the API has a row, and every row is an option', () => {
  const { cwd: _cwd, prompt: _prompt, ...fields } = resumeSchema.shape;
  expect(Object.keys(RUN_OPTIONS).toSorted()).toEqual(Object.keys(fields).toSorted());
  expect(Object.keys({ ...ALL, driver: 'stream' }).toSorted()).toEqual(Object.keys(fields).toSorted());
});

test('options become flags of claude, except secrets', () => {
  expect(claudeFlags(ALL).toSorted()).toEqual([
    '--add-dir=/a',
    '--add-dir=/b c',
    '--agents={"helper":{"description":"d","prompt":"p"}}',
    '--allowed-tools=Bash(git log:*)',
    '--allowed-tools=Read',
    '--append-system-prompt=--not-a-flag',
    '--disallowed-tools=WebFetch',
    '--json-schema={"type":"object"}',
    '--max-budget-usd=0.5',
    '--max-turns=3',
    '--model=opus',
    '--name=A name',
    '--no-session-persistence',
    '--permission-mode=plan',
    '--plugin-dir=/plugin',
    '--setting-sources=user,project',
    '--worktree=fix',
  ]);
  expect(claudeFlags({ worktree: true, persist: true })).toEqual(['--worktree']);
});

test('options that Claude Code supports only without a terminal', () => {
  expect(headlessChoices(ALL)).toEqual([
    ...['max_turns', 'max_budget_usd', 'auto_continue', 'json_schema', 'persist: false'],
  ]);
  expect(headlessChoices({ persist: true, model: 'opus' })).toEqual([]);
});
