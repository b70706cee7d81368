import { expect, test } from 'vitest';
import { formatRelayed } from '../claude/relay-text.ts';
import type { TranscriptRow } from '../claude/transcript-row.ts';
import { readTranscriptRow } from './transcript-adapter.ts';
import { newTranscriptState } from './transcript-state.ts';

function read(...rows: TranscriptRow[]) {
  let state = newTranscriptState();
  return rows.flatMap((row, index) => {
    const reading = readTranscriptRow(row, index * 1000, state);
    state = reading.state;
    return reading.drafts;
  });
}

const prompt = (uuid: string, parentUuid: string | null, content = `words of ${uuid}`): TranscriptRow => ({
  type: 'user',
  uuid,
  parentUuid,
  timestamp: '2026-01-01T10:00:00.000Z',
  message: { content },
});
const reply = (uuid: string, parentUuid: string): TranscriptRow => ({
  type: 'assistant',
  uuid,
  parentUuid,
  apiBlockIndex: 0,
  message: { id: `msg_${uuid}`, model: 'm', content: [{ type: 'text', text: uuid }] },
});

test('every prompt names the permission mode again: hooks may have named another one since the last', () => {
  const [first, second] = read(
    { ...prompt('a', null), permissionMode: 'default' },
    { ...prompt('b', 'a'), permissionMode: 'default' },
    { type: 'permission-mode', permissionMode: 'default' },
  );
  expect(first?.observed).toMatchObject({ permission_mode: 'default' });
  expect(second?.observed).toEqual({ permission_mode: 'default' });
});

test('a prompt that goes back before others abandons them', () => {
  const drafts = read(
    ...[prompt('p1', null), reply('r1', 'p1'), prompt('p2', 'r1'), reply('r2', 'p2'), prompt('p3', 'r2')],
    prompt('p4', 'r1'),
  );
  const abandoned = drafts.filter(({ type }) => type === 'prompt_abandoned');
  expect(abandoned).toMatchObject([
    { uuid: 'p2', item: 'prompt:p2' },
    { uuid: 'p3', item: 'prompt:p3' },
  ]);
});

test('continuing after tool results, notes and attachments abandons nothing', () => {
  const drafts = read(
    prompt('p1', null),
    reply('r1', 'p1'),
    { type: 'attachment', uuid: 'a1', parentUuid: 'r1', attachment: { type: 'hook_success' } },
    { type: 'system', subtype: 'turn_duration', uuid: 's1', parentUuid: 'a1', durationMs: 5 },
    prompt('p2', 's1'),
    prompt('p3', 'a row this file does not have'),
  );
  expect(drafts.filter(({ type }) => type === 'prompt_abandoned')).toEqual([]);
});

test('fields of an unexpected type count as absent, and unknown content is stored unchanged', () => {
  const odd = {
    type: 'assistant',
    uuid: ['x'],
    timestamp: {},
    apiBlockIndex: '0',
    promptId: 5,
    parentUuid: [],
  };
  const usage = {
    input_tokens: [false],
    output_tokens: Number.POSITIVE_INFINITY,
    cache_read_input_tokens: '7',
  };
  const blocks = [
    { type: 'text', text: { a: 1 } },
    { type: 'tool_use', id: 7, input: [] },
    { type: 'new', text: 1 },
  ];
  const message = { id: { toString: 1 }, model: 'm', stop_reason: 4, usage, content: blocks };
  const drafts = read(
    { ...odd, message } as unknown as TranscriptRow,
    { type: 'attachment', attachment: { type: 'queued_command', prompt: 'x', source_uuid: { toString: 1 } } },
    { type: 'system', subtype: 'local_command', content: { toString: 1 } },
    { type: 'system', subtype: 'new', uuid: { toString: 1 } } as unknown as TranscriptRow,
    { type: 'new', uuid: { toString: 1 } } as unknown as TranscriptRow,
  );
  expect(drafts).toMatchObject([
    { type: 'assistant_text', text: '', message_id: '' },
    { type: 'tool_started', tool_use_id: '', input: {} },
    { type: 'row_kept', row: { type: 'new', text: 1 } },
    {
      type: 'usage_counted',
      usage: { input_tokens: 0, output_tokens: Number.MAX_SAFE_INTEGER, cache_read_input_tokens: 0 },
    },
    { type: 'prompt_submitted', text: 'x' },
    { type: 'prompt_submitted', text: '' },
    { type: 'row_kept', row: { subtype: 'new', uuid: { toString: 1 } } },
    { type: 'row_kept', row: { type: 'new', uuid: { toString: 1 } } },
  ]);
});

test('stores a row of an unknown type, but not one with requests or prompts', () => {
  const drafts = read(
    { type: 'something-new', uuid: 'n1', content: { any: 'thing' } },
    { type: 'api-request-blob', content: 'the whole request' },
    { type: 'attachment', uuid: 'a1', attachment: { type: 'prompt_snapshot', systemPrompt: ['secret'] } },
    { type: 'attachment', uuid: 'a2', attachment: { type: 'unheard_of', text: 'perhaps secret' } },
  );
  expect(drafts).toMatchObject([
    { type: 'row_kept', row_type: 'something-new', row: { content: { any: 'thing' } } },
  ]);
});

test('rows of Claude Code 2.0, which have no prompt id and no block index', () => {
  const drafts = read(
    { type: 'summary', summary: 'An old talk' },
    prompt('p1', null),
    { ...reply('r1', 'p1'), apiBlockIndex: 0 },
    {
      type: 'assistant',
      uuid: 'r2',
      message: { id: 'msg_x', model: 'm', content: [{ type: 'text', text: 'a' }] },
    },
    {
      type: 'assistant',
      uuid: 'r3',
      message: { id: 'msg_x', model: 'm', content: [{ type: 'text', text: 'b' }] },
    },
  );
  expect(drafts[0]).toMatchObject({ observed: { title: 'An old talk', title_rank: 1 } });
  expect(drafts[1]).toMatchObject({ type: 'prompt_submitted', prompt_id: 'p1', origin: 'human' });
  const keys = drafts.filter(({ type }) => type === 'assistant_text').map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
});

test.each([
  [{ filePath: '/a', structuredPatch: [] }, ['originalFile']],
  [{ notebook_path: '/a', new_source: 'x' }, ['original_file', 'updated_file']],
])('a large edit does not carry the whole file', (kept, whole) => {
  const files = Object.fromEntries(whole.map((name) => [name, 'x'.repeat(1000)]));
  const [draft] = read({
    type: 'user',
    uuid: 'u1',
    toolUseResult: { ...kept, ...files },
    message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
  });
  expect(draft).toMatchObject({ type: 'tool_finished' });
  expect(draft).toHaveProperty('details', kept);
});

test("reports a relayed message as its sender's text, wherever it is", () => {
  const message = { messageId: '3d6a2d0c-8f4e-4b5a-9d58-0b7f8f6a1c11', by: 'phone', text: 'Run the tests' };
  const notice = `<task-notification>\n</task-notification>\n<system-reminder>\n${formatRelayed(message)}\n</system-reminder>`;
  const drafts = read(
    { type: 'queue-operation', operation: 'enqueue', content: notice },
    { type: 'queue-operation', operation: 'remove', content: notice },
    { type: 'attachment', uuid: 'a1', attachment: { type: 'queued_command', prompt: notice } },
    { ...prompt('p1', null, notice), origin: { kind: 'task-notification' } },
  );
  expect(drafts).toMatchObject([
    { type: 'prompt_queued', text: 'Run the tests' },
    { type: 'prompt_unqueued', text: 'Run the tests' },
    { type: 'prompt_submitted', text: 'Run the tests', origin: 'relayed' },
    { type: 'prompt_submitted', text: 'Run the tests', origin: 'relayed' },
  ]);
});

test("skips Claude Code's placeholder for an answer when it resumes, but not its other texts", () => {
  const made = (text: string): TranscriptRow => ({
    ...{ type: 'assistant', uuid: text, parentUuid: 'p1', apiBlockIndex: 0 },
    message: {
      id: text,
      model: '<synthetic>',
      content: [{ type: 'text', text }],
      stop_reason: 'stop_sequence',
    },
  });
  const drafts = read(prompt('p1', null), made('No response requested.'), made('Something else.'));
  expect(drafts.flatMap((draft) => (draft.type === 'assistant_text' ? [draft.text] : []))).toEqual([
    'Something else.',
  ]);
});

test('turns copied by a fork have separate ends, although their prompts share one id', () => {
  const named = (uuid: string) => ({ ...prompt(uuid, null), promptId: 'shared', entrypoint: 'cli' });
  const final = (uuid: string, stop_reason = 'end_turn'): TranscriptRow => ({
    ...{ type: 'assistant', uuid, apiBlockIndex: 0, entrypoint: 'cli' },
    message: { id: uuid, model: 'm', content: [{ type: 'text', text: uuid }], stop_reason },
  });
  const drafts = read(
    ...[named('p1'), final('r1'), named('p2'), final('r2')],
    ...[named('p3'), { ...final('r3'), isApiErrorMessage: true, error: 'overloaded' }],
    ...[named('p4'), final('r4', 'tool_use'), named('p5')],
    ...[final('r5'), { type: 'system', subtype: 'turn_duration', durationMs: 7 }, prompt('p6', null)],
  );
  const ends = drafts.flatMap((draft) =>
    draft.type === 'turn_finished' ? [[draft.key, draft.prompt_id, draft.outcome]] : [],
  );
  expect(ends).toEqual([
    ['end:p1', 'p1', 'completed'],
    ['end:p2', 'p2', 'completed'],
    ['end:p3', 'p3', 'failed'],
    ['end:p5', 'p5', 'completed'],
  ]);
  const place = (key: string) => drafts.find((draft) => draft.key === key)?.position ?? 0;
  expect(place('end:p1')).toBeGreaterThan(place('prompt:p1'));
  expect(place('end:p1')).toBeLessThan(place('prompt:p2'));
});
