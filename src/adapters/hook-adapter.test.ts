import { expect, test } from 'vitest';
import { hookPayloadSchema } from '../claude/hook-payload.ts';
import { readHook } from './hook-adapter.ts';

const session_id = '11111111-2222-4333-8444-555555555555';

/** The 33 events of Claude Code 2.1.325, and one it may add tomorrow. */
const NAMES = [
  ...['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'Notification', 'UserPromptSubmit'],
  ...[
    'UserPromptExpansion',
    'SessionStart',
    'SessionEnd',
    'Stop',
    'StopFailure',
    'SubagentStart',
    'SubagentStop',
  ],
  ...[
    'PreCompact',
    'PostCompact',
    'PreModelSwitch',
    'PostModelSwitch',
    'PermissionRequest',
    'PermissionDenied',
  ],
  ...[
    'Setup',
    'TeammateIdle',
    'TaskCreated',
    'TaskCompleted',
    'Elicitation',
    'ElicitationResult',
    'ConfigChange',
  ],
  ...[
    'WorktreeCreate',
    'WorktreeRemove',
    'InstructionsLoaded',
    'CwdChanged',
    'FileChanged',
    'DirectoryAdded',
  ],
  ...['MessageDisplay', 'AddedTomorrow'],
];

function read(payload: Record<string, unknown>) {
  const body = { session_id, ...payload };
  const raw = JSON.stringify(body);
  return readHook(hookPayloadSchema.parse(body), { at: 1000, raw, newId: () => 'new-id' });
}

test.for(NAMES)('%s is kept verbatim, with nothing but its name', (name) => {
  const [received, ...facts] = read({ hook_event_name: name, added_by_a_newer_version: { deep: [1] } });
  expect(received).toMatchObject({ type: 'hook_received', source: 'hook', name });
  expect(JSON.parse(received?.raw ?? '')).toMatchObject({ added_by_a_newer_version: { deep: [1] } });
  for (const fact of facts) expect(fact.at).toBe(1000);
});

test('ignores fields of an unexpected type instead of refusing them', () => {
  const drafts = read({
    hook_event_name: 'PostToolUse',
    tool_use_id: 7,
    duration_ms: 'long',
    tool_input: 'text',
  });
  expect(drafts.map(({ type }) => type)).toEqual(['hook_received']);
});

test.for([
  ['Bash', 'permission'],
  ['mcp__server__tool', 'permission'],
  ['AskUserQuestion', 'question'],
  ['ExitPlanMode', 'plan'],
] as const)('a request for %s opens an interaction of kind %s', ([tool_name, kind]) => {
  const suggestion = { type: 'setMode', mode: 'acceptEdits' };
  const drafts = read({
    hook_event_name: 'PermissionRequest',
    tool_name,
    tool_input: { a: 1 },
    permission_suggestions: [suggestion],
    agent_id: 'agent-1',
  });
  expect(drafts[1]).toMatchObject({
    type: 'interaction_opened',
    interaction_id: 'new-id',
    kind,
    tool_name,
    input: { a: 1 },
    suggestions: [suggestion],
    agent_id: 'agent-1',
  });
});

test('a tool call of a subagent has the same identity as in its transcript', () => {
  const hook = { hook_event_name: 'PreToolUse', tool_use_id: 't1', tool_name: 'Bash', agent_id: 'agent-1' };
  expect(read(hook)[1]).toMatchObject({ key: 'agent-1/tool:t1', item: 'tool:t1', agent_id: 'agent-1' });
});

test('hides the subagents of a compaction', () => {
  const drafts = read({ hook_event_name: 'SubagentStop', agent_id: 'a1', agent_type: '' });
  expect(drafts.map(({ type }) => type)).toEqual(['hook_received']);
});

test('the mode "manual" of a request is "default"', () => {
  const interaction = { hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: {} };
  const drafts = read({ ...interaction, permission_mode: 'manual' });
  expect(drafts.find(({ type }) => type === 'interaction_opened')).toMatchObject({
    permission_mode: 'default',
  });
});

test('records where a session works, but not where its subagents do', () => {
  expect(read({ hook_event_name: 'Stop', cwd: '/a', permission_mode: 'plan' })[0]?.observed).toEqual({
    cwd: '/a',
    permission_mode: 'plan',
  });
  expect(read({ hook_event_name: 'Stop', cwd: '/b', agent_id: 'a1' })[0]?.observed).toBeUndefined();
  expect(read({ hook_event_name: 'CwdChanged', cwd: '/a', new_cwd: '/c' })[0]?.observed).toEqual({
    cwd: '/c',
  });
});
