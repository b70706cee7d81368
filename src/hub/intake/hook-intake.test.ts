import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Draft } from '../../core/draft.ts';
import { type OpenedLog, openLog } from '../../store/open-log.ts';
import { HookIntake, parseHook } from './hook-intake.ts';
import type { TurnEnds } from './turn-ends.ts';

const HERE = '11111111-1111-4111-8111-111111111111';
const ELSEWHERE = '22222222-2222-4222-8222-222222222222';
const NOON = Date.parse('2026-01-02T12:00:00.000Z');

let folder: string;
let opened: OpenedLog;
let intake: HookIntake;
/** In the transcript of `HERE`, but not in the log yet. */
let unread: Draft[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reins-hooks-'));
  opened = openLog({ folder, host: 'desk' });
  unread = [];
  intake = new HookIntake({
    ...opened,
    conversations: { read: () => [] },
    ends: { logAfterText: async () => {} } as unknown as TurnEnds,
    holdRequest: async () => ({}),
    onHook: () => {},
    flagInteraction: () => [],
    readTranscript: async (sessionId) => {
      opened.log.append([{ sessionId, drafts: unread }]);
    },
    now: () => NOON,
  });
});
afterEach(() => {
  intake.close();
  opened.close();
  rmSync(folder, { recursive: true });
});

const reported = (observed: Draft['observed'], at = NOON - 1000): Draft => ({
  type: 'session_described',
  source: 'transcript',
  at,
  fields: Object.keys(observed ?? {}),
  ...(observed && { observed }),
});
const describe = (sessionId: string, observed: Draft['observed']) =>
  opened.log.append([{ sessionId, drafts: [reported(observed)] }]);
const post = (session_id: string, body: object, host?: string) =>
  intake.receive(JSON.stringify({ session_id, hook_event_name: 'Stop', ...body }), { host });
const count = (sessionId: string) => opened.reader.events({ after: 0, limit: 100, sessionId }).length;
const asks = () => Object.values(opened.reader.session(HERE)?.interactions ?? {});

test('accepts hooks about a session only from its own machine', async () => {
  describe(HERE, { cwd: '/project' });
  await post(ELSEWHERE, { cwd: '/there' }, 'laptop');
  const before = [count(HERE), count(ELSEWHERE)];
  for (const [session, host] of [
    [HERE, 'laptop'],
    [ELSEWHERE, 'desk'],
    [ELSEWHERE, undefined],
  ] as const) {
    await expect(post(session, {}, host)).rejects.toMatchObject({ code: 'forbidden' });
  }
  expect([count(HERE), count(ELSEWHERE)]).toEqual(before);
  await post(HERE, {});
  await post(HERE, {}, 'desk');
  await post(ELSEWHERE, {}, 'laptop');
});

test('a renamed machine still accepts the hooks of its sessions', async () => {
  const drafts = [reported({ transcript_path: '/transcript.jsonl' })];
  opened.log.append([{ sessionId: HERE, drafts, host: 'old-name' }]);
  await post(HERE, {});
  await expect(post(HERE, {}, 'laptop')).rejects.toMatchObject({ code: 'forbidden' });
});

const interaction = {
  hook_event_name: 'PermissionRequest',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};

test('drops the folder and mode of a request if the transcript contradicts them', async () => {
  describe(HERE, { cwd: '/project', permission_mode: 'plan' });
  await post(HERE, { ...interaction, cwd: '/allowed', permission_mode: 'default' });
  expect(asks()).toMatchObject([{ tool_name: 'Bash' }]);
  expect(asks()[0]).not.toHaveProperty('cwd');
  expect(asks()[0]).not.toHaveProperty('permission_mode');
});

test('reads the transcript before comparing it with the hook', async () => {
  describe(HERE, { cwd: '/project', permission_mode: 'plan' });
  unread = [reported({ cwd: '/project/src', permission_mode: 'default' }, NOON)];
  await post(HERE, { ...interaction, cwd: '/project/src', permission_mode: 'default' });
  expect(asks()).toMatchObject([{ cwd: '/project/src', permission_mode: 'default' }]);
});

test('uses the folder and mode of hooks if hooks are the only source', async () => {
  await post(HERE, { ...interaction, cwd: '/there', permission_mode: 'default' }, 'laptop');
  expect(asks()).toMatchObject([{ cwd: '/there', permission_mode: 'default', host: 'laptop' }]);
});

test('a late hook opens no request for a run that has ended', async () => {
  const run = { pid: 7, start_mark: 'a' };
  const facts = { source: 'registry', at: NOON - 1000, ...run } as const;
  const started: Draft = { type: 'run_started', ...facts };
  const ended: Draft = { type: 'run_ended', ...facts, reason: 'killed' };
  const askFrom = (pid: number) =>
    intake.receive(JSON.stringify({ session_id: HERE, ...interaction }), {
      waiting: { pid, script: '1', isBlocking: false, retries: false, signal: new AbortController().signal },
    });
  opened.log.append([{ sessionId: HERE, drafts: [started, ended] }]);
  expect(await askFrom(7)).toEqual({});
  expect(asks()).toEqual([]);
  // The session is resumed: an earlier process still cannot ask, and the new one can, even with the same pid.
  opened.log.append([{ sessionId: HERE, drafts: [{ ...started, pid: 8 }] }]);
  await askFrom(7);
  expect(asks()).toEqual([]);
  await askFrom(8);
  expect(asks()).toHaveLength(1);
  opened.log.append([{ sessionId: HERE, drafts: [{ ...started, start_mark: 'b' }] }]);
  await askFrom(7);
  expect(asks()).toHaveLength(2);
});

test('a hook that arrives after its dialog was found and closed asks only about a later call', async () => {
  const { tool_name, tool_input: input } = interaction;
  const call = (id: string, position: number): Draft => ({
    ...{ type: 'tool_started', source: 'transcript', at: NOON - 3000, position, name: tool_name, input },
    ...{ item: `tool:${id}`, key: `tool:${id}`, tool_use_id: id },
  });
  const prompt: Draft = {
    ...{ type: 'prompt_submitted', source: 'transcript', at: NOON - 4000, item: 'prompt:u', position: 1 },
    ...{ prompt_id: 'u', claude_prompt_id: 'p', uuid: 'u', text: 'go', origin: 'human', images: 0 },
  };
  const found = { interaction_id: 'found', source: 'registry', at: NOON - 2000 } as const;
  const opening = { kind: 'permission', tool_name, tool_use_id: 't', input } as const;
  opened.log.append([
    {
      sessionId: HERE,
      drafts: [
        ...[prompt, call('t', 2)],
        { type: 'interaction_opened', ...found, ...opening, suggestions: [], routes: [], without_hook: true },
        { type: 'interaction_closed', ...found, state: 'withdrawn' },
      ],
    },
  ]);
  await post(HERE, { ...interaction, prompt_id: 'p' });
  expect(asks()).toMatchObject([{ id: 'found', state: 'withdrawn' }]);
  unread = [call('again', 3)];
  await post(HERE, { ...interaction, prompt_id: 'p' });
  expect(asks()).toMatchObject([{ id: 'found' }, { state: 'open' }]);
});

test('rejects a hook that is nested too deeply, like invalid JSON', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const hook = { session_id: '11111111-1111-4111-8111-111111111111', hook_event_name: 'PreToolUse' };
  const raw = JSON.stringify({ ...hook, tool_input: { a: 0 } }).replace('0}', `${deep}}`);
  expect(() => parseHook(raw)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  expect(() => parseHook('{')).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});
