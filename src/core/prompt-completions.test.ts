import { expect, test } from 'vitest';
import { matchingCommands } from './prompt-completions.ts';

test('offers neither removed commands nor those of Claude Code itself', () => {
  const commands = [
    { name: 'agents', about: '(removed) Ask Claude to create subagents' },
    { name: '__remote-workflow', about: 'Run the workflow script' },
    { name: 'workflow-launch-exec', about: 'Execute a handoff (workflow_launch event sessions only)' },
    { name: 'clear', about: 'Start a new session' },
    { name: 'ship' },
  ];
  expect(matchingCommands(commands, '').map(({ value }) => value)).toEqual(['clear', 'ship']);
});
