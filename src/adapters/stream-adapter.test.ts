import { expect, test } from 'vitest';
import type { StreamLine } from '../claude/stream-line.ts';
import { emptySession, type SessionState } from '../core/session-state.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { readStreamLine } from './stream-adapter.ts';
import type { StreamState } from './stream-state.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';

function read(
  line: Partial<StreamLine>,
  session: Partial<SessionState> = {},
  state: Partial<StreamState> = {},
) {
  return readStreamLine(
    { type: 'system', uuid: 'u', session_id: SESSION, ...line },
    {
      ...{ at: 1000, position: 50, pid: 7, startMark: '1' },
      session: (id) => ({ ...emptySession(id, 'h'), ...session }),
      prompt: (_session, id) => (id === 'known' ? { promptId: 'p', position: 10 } : undefined),
      lastPrompt: () => ({ promptId: 'last', position: 20 }),
    },
    { sessionId: SESSION, ...state },
  );
}
const facts = (...args: Parameters<typeof read>) => read(...args).batches.flatMap(({ drafts }) => drafts);

const ask = (id: string, facts: Partial<Interaction> = {}): Interaction => ({
  ...{ id, session_id: SESSION, host: 'h', kind: 'permission', state: 'open', input: {}, suggestions: [] },
  ...{ opened_at: '', routes: ['control'] },
  ...facts,
});
const asks = (...list: Interaction[]) => ({
  interactions: Object.fromEntries(list.map((one) => [one.id, one])),
});

test('every fact has a key, since a line may be read twice', () => {
  const lines: Partial<StreamLine>[] = [
    { subtype: 'init', model: 'm', mcp_servers: [{ name: 's', status: 'failed' }] },
    { subtype: 'session_state_changed', state: 'idle' },
    { subtype: 'status', status: 'compacting', permissionMode: 'plan' },
    { subtype: 'api_retry', attempt: 1 },
    { subtype: 'background_tasks_changed', tasks: [] },
    { subtype: 'brand_new' },
    { type: 'brand_new' },
    { type: 'rate_limit_event', rate_limit_info: { status: 'allowed_warning' } },
    { type: 'result', subtype: 'success', user_message_uuids: ['known'], total_cost_usd: 1 },
  ];
  for (const line of lines) {
    expect(facts(line).length).toBeGreaterThan(0);
    for (const draft of facts(line))
      expect(draft).toMatchObject({ key: expect.any(String), source: 'stream' });
  }
});

test.each(['keep_alive', 'tool_progress', 'control_response', 'user', 'assistant', 'prompt_suggestion'])(
  '%s contains nothing that other sources do not report',
  (type) => expect(facts({ type })).toEqual([]),
);

test('stores lines of unknown kinds whole', () => {
  expect(facts({ type: 'brand_new', summary: 'x' })).toMatchObject([
    { type: 'row_kept', row_type: 'stream/brand_new', row: { summary: 'x' } },
  ]);
  expect(facts({ subtype: 'newer' })).toMatchObject([{ type: 'row_kept', row_type: 'stream/system/newer' }]);
});

test('reports repeated values only when they change', () => {
  const init = { subtype: 'init', model: 'opus', cwd: '/p', permissionMode: 'plan', mcp_servers: [] };
  const known = (model: string, mode: string) => ({
    observed: {
      ...{ model: { value: model, at: 1 }, cwd: { value: '/p', at: 1 } },
      permission_mode: { value: mode, at: 1 },
    },
  });
  expect(facts(init, known('opus', 'plan'))).toEqual([]);
  expect(facts(init, known('opus', 'default'))).toMatchObject([
    { type: 'session_described', fields: ['permission_mode'], observed: { permission_mode: 'plan' } },
  ]);
  const servers = [{ name: 's', status: 'connected' }];
  const withServers = { ...init, mcp_servers: servers };
  expect(facts(withServers, known('opus', 'plan'))).toMatchObject([{ type: 'mcp_servers_changed', servers }]);
  expect(facts(withServers, { ...known('opus', 'plan'), mcp_servers: { value: servers, at: 1 } })).toEqual(
    [],
  );
});

test('requests become interactions with the id of the request', () => {
  const request = {
    ...{ subtype: 'can_use_tool', tool_name: 'ExitPlanMode', input: { plan: 'x' }, tool_use_id: 't' },
    ...{ agent_id: 'a', permission_suggestions: [{ type: 'setMode' }] },
  };
  expect(facts({ type: 'control_request', request_id: 'q', request })).toMatchObject([
    {
      ...{ type: 'interaction_opened', interaction_id: 'q', key: 'ask:q', kind: 'plan', routes: ['control'] },
      ...{ tool_use_id: 't', agent_id: 'a', suggestions: [{ type: 'setMode' }], input: { plan: 'x' } },
    },
  ]);
  const form = {
    subtype: 'elicitation',
    mcp_server_name: 's',
    message: 'Name?',
    mode: 'form',
    requested_schema: {},
  };
  expect(facts({ type: 'control_request', request_id: 'q', request: form })).toMatchObject([
    { kind: 'elicitation', input: { mcp_server_name: 's', message: 'Name?', mode: 'form' } },
  ]);
  expect(facts({ type: 'control_request', request_id: 'q', request: { subtype: 'hook_callback' } })).toEqual(
    [],
  );
});

test('closes a withdrawn request, and leaves a closed one alone', () => {
  const cancel = { type: 'control_cancel_request', request_id: 'q' };
  expect(facts(cancel, asks(ask('q', { agent_id: 'a' }), ask('other')))).toMatchObject([
    { type: 'interaction_closed', interaction_id: 'q', state: 'withdrawn', agent_id: 'a', key: 'closed:q' },
  ]);
  expect(facts(cancel, asks(ask('q', { state: 'answered' })))).toEqual([]);
});

test('the end of a turn closes its requests, but not those of the terminal or of subagents that continue', () => {
  const open = asks(ask('main'), ask('agent', { agent_id: 'a' }), ask('terminal', { routes: [] }));
  const closed = facts({ type: 'result', subtype: 'success' }, open).filter(
    ({ type }) => type === 'interaction_closed',
  );
  expect(closed).toMatchObject([{ interaction_id: 'main' }]);
});

test.each([
  [{ subtype: 'success', terminal_reason: 'completed' }, 'completed', undefined],
  [
    { subtype: 'success', is_error: true, terminal_reason: 'api_error', result: 'API Error' },
    'failed',
    'api_error',
  ],
  [{ subtype: 'error_max_turns', is_error: true, terminal_reason: 'max_turns' }, 'failed', 'error_max_turns'],
  [{ subtype: 'error_max_budget_usd', is_error: true }, 'failed', 'error_max_budget_usd'],
  [
    { subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_tools' },
    'interrupted',
    undefined,
  ],
  [{ subtype: 'success', is_error: false, terminal_reason: 'aborted_streaming' }, 'interrupted', undefined],
])('a turn that ended with %j', (line, outcome, code) => {
  const drafts = facts({ type: 'result', user_message_uuids: ['new', 'known'], ...line });
  const [finished, timed, report] = drafts;
  expect(finished).toMatchObject({
    type: 'turn_finished',
    key: 'end:p',
    item: 'end:p',
    position: 10.5,
    outcome,
  });
  expect((finished as { error?: string }).error).toBe(code);
  expect(timed).toMatchObject({ type: 'turn_timed', key: 'timed:p' });
  expect(report).toMatchObject({
    type: 'turn_reported',
    message_ids: ['new', 'known'],
    prompt_id: 'p',
    outcome,
  });
  expect((report as { error?: { code: string } }).error?.code).toBe(code);
});

test('a turn without a prompt ends the newest prompt; a local command or an unknown prompt ends none', () => {
  const ends = (line: Partial<StreamLine>) =>
    facts({ type: 'result', subtype: 'success', ...line }).flatMap((draft) =>
      draft.type === 'turn_finished' ? [draft.prompt_id] : [],
    );
  expect(ends({ origin: { kind: 'task-notification' } })).toEqual(['last']);
  expect(ends({})).toEqual([]);
  expect(ends({ user_message_uuids: ['known'], local_command: 'cost' })).toEqual([]);
  expect(ends({ user_message_uuids: ['new'] })).toEqual([]);
});

test('the outcome of a message is one fact, reported once', () => {
  const lifecycle = (state: string) => facts({ type: 'command_lifecycle', command_uuid: 'm', state });
  expect(lifecycle('queued')).toEqual([]);
  expect(lifecycle('completed')).toEqual([]);
  const [accepted] = lifecycle('started');
  const [failed] = lifecycle('cancelled');
  expect([accepted?.type, failed?.type]).toEqual(['message_accepted', 'message_failed']);
  expect(accepted?.key).toBe(failed?.key);
});

test('text of the main conversation is live; that of subagents and tool inputs is not', () => {
  const piece = (delta: object, parent: string | null = null) =>
    read({
      ...{ type: 'stream_event', api_message_id: 'm', parent_tool_use_id: parent },
      event: { type: 'content_block_delta', index: 2, delta },
    });
  const text = { type: 'text_delta', text: 'Hi' };
  expect(piece(text)).toMatchObject({
    batches: [],
    live: { type: 'text_delta', item: 'block:m:2', text: 'Hi' },
  });
  expect(piece({ type: 'thinking_delta', thinking: 'Hm' }).live).toMatchObject({
    type: 'thinking_delta',
    text: 'Hm',
  });
  expect(piece(text, 'toolu_1').live).toBeUndefined();
  expect(piece({ type: 'input_json_delta', partial_json: '{' }).live).toBeUndefined();
});

test('a block is open from its start to its stop, or until the next message or the end of the turn', () => {
  const at = (event: object, state: Partial<StreamState> = {}) =>
    read({ type: 'stream_event', api_message_id: 'm', event: event as never }, {}, state).state.block;
  const block = { messageId: 'm', index: 1 };
  expect(at({ type: 'content_block_start', index: 1 })).toEqual(block);
  expect(at({ type: 'message_delta' }, { block })).toEqual(block);
  expect(at({ type: 'content_block_stop', index: 1 }, { block })).toBeUndefined();
  expect(at({ type: 'message_start' }, { block })).toBeUndefined();
  expect(read({ type: 'assistant' }, {}, { block }).state.block).toBeUndefined();
  expect(read({ type: 'assistant', parent_tool_use_id: 't' }, {}, { block }).state.block).toEqual(block);
  expect(read({ type: 'result' }, {}, { block })).toMatchObject({
    isQuiet: true,
    state: { block: undefined },
  });
});

test('estimated costs are marked incomplete', () => {
  const complete = (costBasis: string) =>
    facts({
      type: 'result',
      total_cost_usd: 1,
      modelUsage: { known: { costBasis: 'list' }, m: { costBasis } },
    }).find(({ type }) => type === 'cost_counted');
  expect(complete('list')).toMatchObject({ total_usd: 1, is_complete: true });
  expect(complete('unknown')).toMatchObject({ is_complete: false });
  expect(facts({ type: 'result', total_cost_usd: 1 }, { cost: { value: 1, at: 1 } })).not.toContainEqual(
    expect.objectContaining({ type: 'cost_counted' }),
  );
});

test('without a transcript, distinguishes blocks even if partial lines are missing', () => {
  const said = (uuid: string, block?: StreamState['block']) => {
    const message = { id: 'm', model: 'opus', content: [{ type: 'text', text: uuid }] };
    const [draft] = facts({ type: 'assistant', uuid, message }, { persists: false }, block ? { block } : {});
    return draft?.key;
  };
  expect(said('a', { messageId: 'm', index: 3 })).toBe('block:m:3');
  expect(said('a', { messageId: 'other', index: 3 })).not.toBe(said('b', { messageId: 'other', index: 3 }));
  expect(said('a')).not.toBe(said('b'));
});
