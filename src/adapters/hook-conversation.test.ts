/**
 * Compares the facts of hooks alone with those of the transcript: recordings of the real CLI, played once by
 * their hooks and once by their transcripts.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type HookPayload, hookPayloadSchema } from '../claude/hook-payload.ts';
import { groupTurns } from '../core/group-turns.ts';
import { positionOf } from '../core/reduce-item.ts';
import type { Item } from '../protocol/conversation.ts';
import { openLog } from '../store/open-log.ts';
import { type Batch, golden, readRecording } from './golden/read-recording.ts';
import { readHook } from './hook-adapter.ts';
import { HookConversation } from './hook-conversation.ts';

interface HookLine {
  readonly at: number;
  readonly payload: HookPayload;
}

function hooksOf(recording: string): HookLine[] {
  const lines = readFileSync(join(golden, recording, 'hooks.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const { at, payload } = JSON.parse(line);
    return { at, payload: hookPayloadSchema.parse(payload) };
  });
}

function factsOfHooks(lines: readonly HookLine[]): Batch[] {
  const conversations = new Map<string, HookConversation>();
  const batches = lines.map(({ at, payload }): Batch => {
    const { session_id: sessionId } = payload;
    const conversation = conversations.get(sessionId) ?? new HookConversation({ isTitled: false });
    conversations.set(sessionId, conversation);
    const context = { at, raw: '', newId: () => `interaction-${at}` };
    return { sessionId, drafts: [...readHook(payload, context), ...conversation.read(payload, at)] };
  });
  const settled = [...conversations].map(([sessionId, conversation]) => ({
    sessionId,
    drafts: conversation.settle(Number.MAX_SAFE_INTEGER / 4),
  }));
  return [...batches, ...settled];
}

function factsOfTranscripts(recording: string): Batch[] {
  return readRecording(recording)
    .filter(({ source }) => /^(session|agent)-/.test(source))
    .flatMap(({ steps }) => steps.flatMap((step) => step()));
}

/** Everything a person sees of the sessions, without facts that only the transcript has. */
function view(batches: readonly Batch[]) {
  const folder = mkdtempSync(join(tmpdir(), 'reins-hooks-alone-'));
  const { log, reader, close } = openLog({ folder, host: 'host' });
  try {
    for (const batch of batches) log.append([batch]);
    const { states } = reader.sessions({ limit: 100 });
    const threads = states.flatMap(({ session_id: sessionId, agents, observed }) =>
      ['', ...Object.keys(agents)].map((agentId) => {
        const { items } = reader.items({ sessionId, agentId, limit: 1000, maxBytes: 1e9 });
        const turns = groupTurns(items.filter(isReportedByHooks)).map(({ prompt, outcome, items }) => ({
          prompt: prompt?.kind === 'prompt' ? [prompt.text, prompt.origin] : undefined,
          outcome,
          items: items.map(essence),
        }));
        return { sessionId, agentId, title: observed.title?.value, turns };
      }),
    );
    return threads.sort((a, b) => (a.sessionId + a.agentId < b.sessionId + b.agentId ? -1 : 1));
  } finally {
    close();
    rmSync(folder, { recursive: true });
  }
}

function isReportedByHooks({ kind }: Item): boolean {
  return kind !== 'thinking' && kind !== 'command';
}

function essence(item: Item) {
  switch (item.kind) {
    case 'text':
      // Recordings contain only the start of long texts.
      return ['text', item.text.trim().slice(0, 100), item.aborted];
    case 'tool':
      return ['tool', item.name, item.result, item.is_error];
    case 'error':
      return ['error', item.error, item.message, item.status];
    case 'compaction':
      return ['compaction', item.trigger];
    default:
      return item.kind;
  }
}

const WHOLE = ['tools-and-asks', 'subagent', 'compact-and-clear', 'queued-prompts'];

test.for(WHOLE)('%s: hooks alone give the facts of the transcript', (recording) => {
  const byHooks = view(factsOfHooks(hooksOf(recording)));
  expect(byHooks.some(({ turns }) => turns.length > 0)).toBe(true);
  expect(byHooks).toEqual(view(factsOfTranscripts(recording)));
});

test('what hooks do not report of failures and interrupts', () => {
  const [byHooks] = view(factsOfHooks(hooksOf('failures-and-interrupts')));
  const [byTranscript] = view(factsOfTranscripts('failures-and-interrupts'));
  expect(byHooks?.turns.map(({ prompt, outcome }) => [prompt, outcome])).toEqual(
    byTranscript?.turns.map(({ prompt, outcome }) => [prompt, outcome]),
  );
  const [failed, interrupted, refused] = byHooks?.turns ?? [];
  expect(failed?.items).toEqual(byTranscript?.turns[0]?.items);
  // An incomplete line, and what Claude receives for a call that the person refused.
  expect(interrupted?.items).toEqual([['text', 'word word word', true]]);
  expect(refused?.items).toEqual([['tool', 'Bash', undefined, undefined]]);
});

/** Hooks run in parallel: of two that start within moments, the second may arrive first. */
test.for(WHOLE)('%s: hooks that overtake each other give the same facts', (recording) => {
  const lines = hooksOf(recording);
  const expected = view(factsOfHooks(lines));
  let swaps = 0;
  for (const [index, { at, payload }] of lines.entries()) {
    const next = lines[index + 1];
    if (!next || next.at - at > 25 || next.payload.session_id !== payload.session_id) continue;
    const swapped = lines
      .with(index, { at, payload: next.payload })
      .with(index + 1, { at: next.at, payload });
    expect(
      view(factsOfHooks(swapped)),
      `${payload.hook_event_name} after ${next.payload.hook_event_name}`,
    ).toEqual(expected);
    swaps++;
  }
  expect(swaps).toBeGreaterThan(0);
});

const SESSION = '11111111-2222-4333-8444-555555555555';

function listen() {
  const conversation = new HookConversation({ isTitled: false });
  return {
    conversation,
    receive: (hook_event_name: string, fields: Record<string, unknown>, at = 1000) =>
      conversation.read(hookPayloadSchema.parse({ session_id: SESSION, hook_event_name, ...fields }), at),
  };
}

test('reports a text once, when its pieces are there or the turn ends without them', () => {
  const { receive } = listen();
  const piece = (index: number, delta: string, final = false) =>
    receive('MessageDisplay', { prompt_id: 'p1', message_id: 'm1', index, delta, final });
  expect(piece(1, 'two\n')).toEqual([]);
  expect(piece(2, 'three', true)).toEqual([]);
  const stop = { prompt_id: 'p1', last_assistant_message: 'one\ntwo\nthree' };
  expect(receive('Stop', stop)).toMatchObject([{ type: 'assistant_text', text: 'one\ntwo\nthree' }]);
  expect(piece(0, 'one\n')).toEqual([]);
});

test('without pieces, the end of the turn provides the last text', () => {
  const { receive } = listen();
  receive('UserPromptSubmit', { prompt_id: 'p1', prompt: 'hello' });
  expect(receive('Stop', { prompt_id: 'p1', last_assistant_message: 'Hi.' })).toMatchObject([
    { type: 'assistant_text', text: 'Hi.' },
  ]);
  receive('UserPromptSubmit', { prompt_id: 'p2', prompt: 'hello again' });
  expect(receive('Stop', { prompt_id: 'p2', last_assistant_message: 'Hi.' })).toMatchObject([
    { type: 'assistant_text', text: 'Hi.' },
  ]);
});

test('the same words twice are two texts, and the end of the turn repeats neither', () => {
  const { receive } = listen();
  const words = { prompt_id: 'p1', index: 0, final: true, delta: 'Next.' };
  expect(receive('MessageDisplay', { ...words, message_id: 'm1' })).toHaveLength(1);
  receive('PostToolBatch', { prompt_id: 'p1', tool_calls: [] });
  expect(receive('MessageDisplay', { ...words, message_id: 'm2' })).toHaveLength(1);
  receive('PostToolBatch', { prompt_id: 'p1', tool_calls: [] });
  // A last message without text: Claude Code repeats the previous one.
  expect(receive('Stop', { prompt_id: 'p1', last_assistant_message: 'Next.' })).toEqual([]);
});

test('text shown after the call that it introduces is placed before it', () => {
  const { receive } = listen();
  receive('PreToolUse', { prompt_id: 'p1', tool_use_id: 't1', tool_name: 'Bash', tool_input: {} }, 1000);
  const words = { prompt_id: 'p1', message_id: 'm1', index: 0, final: true, delta: 'I will look.' };
  const [text] = receive('MessageDisplay', words, 1010);
  expect(text?.position).toBeLessThan(positionOf({ at: 1000 }));
});

test('a turn whose end is missing was interrupted; one whose end is late was not', () => {
  const { conversation, receive } = listen();
  const end = { prompt_id: 'p1', last_assistant_message: 'Done.' };
  receive('UserPromptSubmit', { prompt_id: 'p1', prompt: 'one' }, 1000);
  receive('UserPromptSubmit', { prompt_id: 'p2', prompt: 'two' }, 2000);
  receive('Stop', end, 2010);
  expect(conversation.settlesAt).toBeUndefined();
  receive('SessionEnd', {}, 3000);
  expect(conversation.settle(3001)).toEqual([]);
  expect(conversation.settle(conversation.settlesAt ?? 0)).toMatchObject([
    { type: 'turn_finished', prompt_id: 'p2', outcome: 'interrupted', at: 2999 },
  ]);
  expect(conversation.settlesAt).toBeUndefined();
});

test('recognizes a denied call by its missing hook', () => {
  const { conversation, receive } = listen();
  receive('PreToolUse', { prompt_id: 'p1', tool_use_id: 't1', tool_name: 'Bash', tool_input: {} });
  const calls = [{ tool_use_id: 't1', tool_name: 'Bash', tool_input: {}, tool_response: 'no thanks' }];
  expect(receive('PostToolBatch', { prompt_id: 'p1', tool_calls: calls }, 2000)).toEqual([]);
  expect(conversation.settle(2001)).toEqual([]);
  expect(conversation.settlesAt).toBeGreaterThan(2000);
  expect(conversation.settle(conversation.settlesAt ?? 0)).toMatchObject([
    { type: 'tool_started', tool_use_id: 't1' },
    { type: 'tool_finished', content: 'no thanks', is_error: true },
    { type: 'tool_decided', decision: 'reject' },
  ]);
  expect(conversation.settlesAt).toBeUndefined();
});

test('reports results immediately, and again if Claude receives them differently', () => {
  const { receive } = listen();
  const response = { stdout: 'raw', stderr: 'oops' };
  const call = { tool_use_id: 't1', tool_name: 'Bash', tool_input: {} };
  expect(receive('PostToolUse', { ...call, tool_response: response })).toMatchObject([
    { type: 'tool_finished', content: 'raw\noops', is_error: false, details: response },
  ]);
  expect(receive('PostToolBatch', { tool_calls: [{ ...call, tool_response: 'raw, cut' }] })).toMatchObject([
    { type: 'tool_finished', content: 'raw, cut', is_error: false },
  ]);
});

test.for(['resume', 'startup'])(
  'a process that starts by %s does not restore the queue of the last',
  (source) => {
    const { receive } = listen();
    receive('UserPromptSubmit', { prompt: 'talk', prompt_id: 'p1' });
    expect(receive('UserPromptSubmit', { prompt: 'lost', prompt_id: 'p1' })).toMatchObject([
      { type: 'prompt_queued', text: 'lost' },
    ]);
    expect(receive('SessionStart', { source: 'compact' })).toEqual([]);
    expect(receive('SessionStart', { source })).toMatchObject([
      { type: 'prompt_unqueued', text: 'lost' },
      { type: 'warning_raised', code: 'queued_prompts_lost', message: expect.stringContaining('"lost"') },
    ]);
    receive('UserPromptSubmit', { prompt: 'again', prompt_id: 'p2' });
    expect(receive('PostToolBatch', { prompt_id: 'p2', tool_calls: [] })).toEqual([]);
  },
);
