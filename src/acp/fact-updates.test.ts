import { expect, test } from 'vitest';
import { type Facts, factUpdates } from './fact-updates.ts';
import { mcpConfigOf } from './mcp-config.ts';
import { choicesOf } from './session-choices.ts';

const facts = (about: Partial<Facts> = {}): Facts => ({
  ...{ title: '', tasks: [], last_activity_at: '2026-01-01T00:00:00.000Z', status: 'idle' as const },
  capabilities: ['set_mode', 'set_model'],
  ...about,
});
const kinds = (before: Facts | undefined, now: Facts) =>
  factUpdates(before, now).map(({ sessionUpdate }) => sessionUpdate);

test('sends only changes, and no choices, which came with the response', () => {
  expect(kinds(undefined, facts({ model: 'claude-opus', permission_mode: 'plan' }))).toEqual([]);
  expect(kinds(facts(), facts())).toEqual([]);
  expect(kinds(undefined, facts({ title: 'Fix it' }))).toEqual(['session_info_update']);
  expect(kinds(facts(), facts({ permission_mode: 'plan' }))).toEqual([
    'current_mode_update',
    'config_option_update',
  ]);
  expect(kinds(facts({ model: 'a' }), facts({ model: 'b' }))).toEqual(['config_option_update']);
});

test('shows tasks as a plan', () => {
  const tasks = [
    { id: '1', subject: 'One', state: 'completed' },
    { id: '2', subject: 'Two', state: 'in_progress' },
    { id: '3', subject: 'Three', state: 'anything' },
  ];
  expect(factUpdates(undefined, facts({ tasks }))).toEqual([
    {
      sessionUpdate: 'plan',
      entries: [
        { content: 'One', priority: 'medium', status: 'completed' },
        { content: 'Two', priority: 'medium', status: 'in_progress' },
        { content: 'Three', priority: 'medium', status: 'pending' },
      ],
    },
  ]);
  expect(factUpdates(facts({ tasks }), facts())).toEqual([{ sessionUpdate: 'plan', entries: [] }]);
});

test('offers the current choice always, and others if the session accepts them', () => {
  const ids = (about: Partial<Facts>) => choicesOf(facts(about)).modes.availableModes.map(({ id }) => id);
  expect(ids({})).toEqual(['default', 'acceptEdits', 'plan', 'auto']);
  expect(ids({ permission_mode: 'dontAsk' })).toEqual(['default', 'acceptEdits', 'plan', 'auto', 'dontAsk']);
  expect(ids({ capabilities: [], permission_mode: 'plan' })).toEqual(['plan']);
  expect(ids({ capabilities: [], status: 'ended' })).toHaveLength(4);
  const { configOptions } = choicesOf(facts({ model: 'claude-x' }));
  expect(configOptions.map(({ id, currentValue }) => [id, currentValue])).toEqual([
    ['mode', 'default'],
    ['model', 'claude-x'],
  ]);
});

test('converts MCP servers of the editor to the format of Claude Code', () => {
  expect(mcpConfigOf([])).toBeUndefined();
  const env = [{ name: 'KEY', value: 'v' }];
  expect(
    mcpConfigOf([
      { name: 'my server', command: 'node', args: ['x.js'], env },
      { type: 'http', name: 'far', url: 'https://a.example', headers: [{ name: 'X', value: '1' }] },
    ]),
  ).toEqual({
    mcpServers: {
      my_server: { type: 'stdio', command: 'node', args: ['x.js'], env: { KEY: 'v' } },
      far: { type: 'http', url: 'https://a.example', headers: { X: '1' } },
    },
  });
});
