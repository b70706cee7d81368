import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DeletedSessions } from './deleted-sessions.ts';
import { type Facts, factUpdates } from './fact-updates.ts';
import { mcpConfigOf } from './mcp-config.ts';
import { choicesOf, requireOffered } from './session-choices.ts';

const facts = (about: Partial<Facts> = {}): Facts => ({
  ...{ title: '', tasks: [], last_activity_at: '2026-01-01T00:00:00.000Z', status: 'idle' as const },
  capabilities: ['set_mode', 'set_model'],
  models: [],
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

const MODELS = [
  { value: 'default', name: 'Default', resolved: 'claude-opus-9' },
  { value: 'opus', name: 'Opus', resolved: 'claude-opus-9' },
  { value: 'haiku', name: 'Haiku', about: 'Fast', resolved: 'claude-haiku-9' },
];

test('offers models before the first prompt, with the current one by its choice', () => {
  const shown = (about: Partial<Facts>) => choicesOf(facts({ models: MODELS, ...about })).models;
  expect(shown({})).toEqual({
    currentModelId: 'default',
    availableModels: [
      { modelId: 'default', name: 'Default' },
      { modelId: 'opus', name: 'Opus' },
      { modelId: 'haiku', name: 'Haiku', description: 'Fast' },
    ],
  });
  expect(shown({ model: 'claude-haiku-9' })?.currentModelId).toBe('haiku');
  expect(shown({ model: 'claude-opus-9' })?.currentModelId).toBe('default');
  expect(shown({ model: 'claude-opus-9', pickedModel: 'opus' })?.currentModelId).toBe('opus');
  expect(shown({ model: 'claude-old' })?.availableModels).toHaveLength(4);
  expect(shown({ capabilities: [], model: 'haiku' })?.availableModels).toEqual([
    { modelId: 'haiku', name: 'Haiku', description: 'Fast' },
  ]);
});

test('refuses models that Claude Code does not offer', () => {
  const choose = (model: string, about: Partial<Facts> = {}) =>
    requireOffered(facts({ models: MODELS, ...about }), model);
  for (const model of ['opus', 'default', 'claude-haiku-9']) choose(model);
  choose('claude-old', { model: 'claude-old' });
  expect(() => choose('gpt-4')).toThrow(/does not offer the model "gpt-4".*default, opus, haiku/);
});

test('deleted sessions are hidden until they are used again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-deleted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'deleted.json');
  const session = { session_id: 'a', last_activity_at: '2026-01-01T00:00:00.000Z' };
  new DeletedSessions(file).add(session);
  const later = new DeletedSessions(file);
  expect(later.has(session)).toBe(true);
  expect(later.has({ ...session, session_id: 'b' })).toBe(false);
  expect(later.has({ ...session, last_activity_at: '2026-01-01T00:00:01.000Z' })).toBe(false);
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
