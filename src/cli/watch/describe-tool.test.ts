import { expect, test } from 'vitest';
import type { ItemOf } from '../../protocol/session.ts';
import { objectOf, outcomeOf } from './describe-tool.ts';

const tool = (facts: Partial<ItemOf<'tool'>>): ItemOf<'tool'> => ({
  ...{ id: 'x', at: '2026-01-01T00:00:00.000Z', position: 1, kind: 'tool', tool_use_id: 'x' },
  ...{ name: 'Bash', input: {}, finished_at: '2026-01-01T00:00:01.000Z' },
  ...facts,
});

test.each([
  ['Bash', { command: 'npm test', description: 'Run it' }, 'npm test'],
  ['Edit', { file_path: '/p/src/a.ts', old_string: 'x' }, 'src/a.ts'],
  ['Read', { file_path: '/etc/passwd' }, '/etc/passwd'],
  ['Grep', { pattern: 'TODO', path: '/p/src' }, 'TODO in /p/src'],
  ['Agent', { subagent_type: 'Explore', description: 'Find it', prompt: 'long' }, 'Explore: Find it'],
  ['AskUserQuestion', { questions: [{ question: 'Which?' }, { question: 'When?' }] }, 'Which? / When?'],
  ['mcp__x__y', { a: 1 }, '{"a":1}'],
  ['mcp__x__y', {}, ''],
])('%s %j', (name, input, object) => {
  expect(objectOf({ name, input }, '/p')).toBe(object);
});

test.each([
  [{ result: 'a\nb\nc\n', duration_ms: 1900 }, 'ok, 1.9 s, 3 lines'],
  [{ result: [{ type: 'text', text: 'one' }] }, 'ok'],
  [{ result: 'Error: no\nstack', is_error: true }, 'failed: Error: no'],
  [{ details: { structuredPatch: [{ lines: ['+a', '+b', '-c', ' d'] }] } }, 'ok, +2 -1'],
  [{ result: 'x', details: { structuredPatch: 'odd' } }, 'ok'],
])('%j', (facts, outcome) => {
  expect(outcomeOf(tool(facts))).toBe(outcome);
});

test('no outcome while it runs', () => {
  const { finished_at: _, ...running } = tool({});
  expect(outcomeOf(running)).toBe('');
});
