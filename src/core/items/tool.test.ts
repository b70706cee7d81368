import { expect, test } from 'vitest';
import type { ItemOf } from '../../protocol/conversation.ts';
import { outcomeOf } from './tool.ts';

const tool = (facts: Partial<ItemOf<'tool'>>): ItemOf<'tool'> => ({
  ...{ id: 'x', at: '2026-01-01T00:00:00.000Z', position: 1, kind: 'tool', tool_use_id: 'x' },
  ...{ name: 'Bash', input: {}, finished_at: '2026-01-01T00:00:01.000Z' },
  ...facts,
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
