import type { ClientCapabilities } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { event } from '../core/event-fixture.ts';
import type { EventBody, EventType } from '../protocol/events.ts';
import { readCapabilities } from './editor-capabilities.ts';
import { EventUpdates } from './event-updates.ts';

const start = (reported: ClientCapabilities = {}) =>
  new EventUpdates({ cwd: '/work', capabilities: readCapabilities(reported), running: [], messages: [] });
const body = <Type extends EventType>(type: Type, facts: Omit<EventBody<Type>, 'type'>) =>
  ({ type, ...facts }) as unknown as EventBody<Type>;
const started = (id: string, name = 'Bash', input: Record<string, unknown> = { command: 'ls' }) =>
  event(body('tool_started', { tool_use_id: id, name, input }), 0, { item: `t:${id}` });
const finished = (id: string, is_error = false) =>
  event(body('tool_finished', { tool_use_id: id, content: 'a', is_error }), 1, { item: `t:${id}` });
const kinds = (updates: { sessionUpdate: string; status?: unknown }[]) =>
  updates.map(({ sessionUpdate, status }) => [sessionUpdate, status]);

test('a call is sent once and then updated, whichever of its facts comes first', () => {
  const updates = start();
  expect(kinds(updates.event(started('a')))).toEqual([['tool_call', 'in_progress']]);
  expect(kinds(updates.event(finished('a')))).toEqual([['tool_call_update', 'completed']]);
  expect(updates.event(finished('b'))).toEqual([]);
  expect(kinds(updates.event(started('b')))).toEqual([['tool_call', 'completed']]);
});

test('a call with a request is sent with the request, and an answer never undoes its result', () => {
  const updates = start();
  expect(kinds(updates.ask({ toolCallId: 'a', title: 'Run ls', status: 'pending' }))).toEqual([
    ['tool_call', 'pending'],
  ]);
  expect(updates.ask({ toolCallId: 'a', title: 'Run ls' })).toEqual([]);
  expect(kinds(updates.event(started('a')))).toEqual([['tool_call_update', 'in_progress']]);
  expect(kinds(updates.answered('a', true, 'Allowed by phone.'))).toEqual([
    ['tool_call_update', 'in_progress'],
  ]);
  expect(kinds(updates.event(finished('a')))).toEqual([['tool_call_update', 'completed']]);
  expect(updates.answered('a', true)).toEqual([]);
  expect(kinds(updates.answered('form', false))).toEqual([['tool_call_update', 'completed']]);
});

test('task updates are shown as a plan, not as calls', () => {
  const updates = start();
  expect(updates.event(started('a', 'TodoWrite', { todos: [] }))).toEqual([]);
  expect(updates.event(finished('a'))).toEqual([]);
  // A refused list is not a plan: the call shows what happened.
  expect(updates.event(started('b', 'TodoWrite', { todos: [] }))).toEqual([]);
  expect(kinds(updates.event(finished('b', true)))).toEqual([['tool_call', 'failed']]);
});

test('the work of subagents is shown in the call that started them', () => {
  const updates = start();
  updates.event(started('call', 'Agent', { description: 'look' }));
  const agent = { subagent_id: 'x', agent_type: 'Explore', tool_use_id: 'call' };
  updates.event(event(body('agent_started', agent)));
  const inside = { ...started('in', 'Read', { file_path: '/work/a.ts' }), agent_id: 'x' };
  expect(updates.event(inside)).toMatchObject([
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'call',
      content: [{ content: { text: '- Read a.ts' } }],
    },
  ]);
  const said = { ...event(body('assistant_text', { message_id: 'm', block: 0, text: 'hm' })), agent_id: 'x' };
  expect(updates.event(said)).toEqual([]);
  // One with a request is reported to its end.
  updates.ask({ toolCallId: 'asked', title: 'Run ls', status: 'pending' });
  updates.event({ ...started('asked'), agent_id: 'x' });
  expect(kinds(updates.event({ ...finished('asked'), agent_id: 'x' }))).toEqual([
    ['tool_call_update', 'completed'],
  ]);
});

test('reports context usage, and the cost once it is known', () => {
  const updates = start();
  const usage = {
    ...{ input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 0 },
  };
  const counted = (model: string) => event(body('usage_counted', { message_id: 'm', model, usage }));
  expect(updates.event(counted('claude-opus'))).toEqual([
    { sessionUpdate: 'usage_update', used: 115, size: 200_000 },
  ]);
  expect(updates.event(event(body('cost_counted', { total_usd: 0.5, is_complete: true })))).toMatchObject([
    { cost: { amount: 0.5, currency: 'USD' } },
  ]);
  expect(updates.event(counted('claude-sonnet[1m]'))).toMatchObject([{ size: 1_000_000 }]);
});

test('sends notices and compactions only to editors that support them, and warnings always', () => {
  const retried = event(body('api_retried', { attempt: 2, error: 'overloaded' }));
  const warned = event(body('warning_raised', { code: 'trust_dialog', message: 'Look at it.' }));
  const compacted = event(body('compacted', { uuid: 'u', trigger: 'auto' }), 0, { item: 'compaction:u' });
  const plain = start();
  expect(plain.event(retried)).toEqual([]);
  expect(plain.event(compacted)).toEqual([]);
  expect(plain.event(warned)).toMatchObject([{ sessionUpdate: 'agent_message_chunk' }]);
  const able = start({ session: { notices: {}, compaction: {} } });
  expect(able.event(retried)).toMatchObject([{ sessionUpdate: 'notice', severity: 'warning' }]);
  expect(able.event(warned)).toMatchObject([{ sessionUpdate: 'notice', title: 'Look at it.' }]);
  expect(able.event(compacted)).toMatchObject([{ sessionUpdate: 'compaction_update', status: 'completed' }]);
});
