/**
 * Sessions of which the hub receives only hooks: their conversation comes from the hooks, once, under the name of their
 * machine.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { reinsTest } from '../reins-process.ts';
import { startTestHub, type TestHub, type TestView } from './test-hub.ts';

const golden = join(import.meta.dirname, '../../src/adapters/golden');
const ORIGIN = { host: 'laptop', hooksOnly: true };
/** Hooks by URL, from the hub's own machine. */
const OWN_ORIGIN = { host: 'test-host', hooksOnly: true };

interface Recorded {
  readonly session_id: string;
  readonly hook_event_name: string;
}

function hooksOf(recording: string): Recorded[] {
  const lines = readFileSync(join(golden, recording, 'hooks.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line).payload);
}

async function receive(
  { hub }: TestHub,
  payloads: readonly object[],
  origin: object = ORIGIN,
): Promise<void> {
  for (const payload of payloads) await hub.receiveHook(JSON.stringify(payload), origin);
}

const story = ({ turns }: TestView) =>
  turns.map(({ prompt, items, outcome }) => ({
    prompt: prompt?.kind === 'prompt' ? prompt.text : undefined,
    outcome,
    items: items.map((item) =>
      item.kind === 'text' ? item.text : item.kind === 'tool' ? [item.name, item.result] : item.kind,
    ),
  }));

reinsTest('prompts, texts, results and the end, from another machine', async ({ user }) => {
  using hub = startTestHub({ folder: user.folder, configDir: user.claudeConfig });
  await receive(hub, hooksOf('tools-and-asks').slice(0, -1));
  const view = await hub.waitForView('the session', ({ status }) => status === 'idle');
  expect(view).toMatchObject({ host: 'laptop', title: 'hello', permission_mode: 'acceptEdits' });
  expect(view.interactions.map(({ host, state, answer }) => [host, state, answer?.decision])).toEqual(
    Array(3).fill(['laptop', 'answered', 'allow']),
  );
  expect(view.files.map(({ edits }) => edits)).toEqual([2]);
  expect(story(view)[1]).toMatchObject({
    prompt: 'write notes',
    outcome: 'completed',
    items: [
      'Writing.',
      ['Write', expect.stringContaining('File created')],
      ['Edit', expect.stringContaining('has been updated')],
      ['Bash', 'Exit code 1'],
      'All written.',
    ],
  });
  expect(new Set(hub.events().map(({ host }) => host))).toEqual(new Set(['laptop']));
  await receive(hub, hooksOf('tools-and-asks').slice(-1));
  await hub.waitForView('the end', ({ status }) => status === 'ended');
});

reinsTest('a restart of the hub at any moment loses nothing', async ({ user }) => {
  const stretch = hooksOf('queued-prompts');
  let expected: unknown;
  for (const at of [stretch.length, 2, 4, 6, 9, 12, 20]) {
    const folder = join(user.folder, `restarted-at-${at}`);
    const place = { folder, configDir: user.claudeConfig };
    {
      using hub = startTestHub(place);
      await receive(hub, stretch.slice(0, at));
    }
    using hub = startTestHub(place);
    await receive(hub, stretch.slice(at));
    const [view] = hub.sessions();
    const actual = view && story(view);
    expected ??= actual;
    expect(actual, `restarted after ${at} hooks`).toEqual(expected);
  }
  expect(expected).toHaveLength(4);
});

reinsTest('if the transcript is read, hooks do not repeat the conversation', async ({ user }) => {
  const hooks = hooksOf('tools-and-asks');
  const sessionId = hooks[0]?.session_id ?? '';
  mkdirSync(join(user.claudeConfig, 'sessions'));
  // As Claude Code lists it before its transcript exists.
  writeFileSync(join(user.claudeConfig, 'sessions', '1.json'), JSON.stringify({ pid: 1, sessionId }));
  using hub = startTestHub({ folder: user.folder, configDir: user.claudeConfig });
  await receive(hub, hooks.slice(0, 8), OWN_ORIGIN);
  expect(hub.view(sessionId)?.turns.flatMap(({ prompt }) => prompt ?? [])).toEqual([]);
  placeTranscript(user.claudeConfig, 'tools-and-asks');
  await receive(hub, hooks.slice(8), OWN_ORIGIN);
  const view = await hub.waitForView('the transcript', ({ turns }) => turns.length === 3);
  expect(story(view).map(({ prompt }) => prompt)).toEqual(['hello', 'write notes', 'ask me']);
  expect(view.turns[0]?.items.map(({ kind }) => kind)).toEqual(['thinking', 'text']);
});

reinsTest('a transcript that appears later does not repeat the conversation either', async ({ user }) => {
  using hub = startTestHub({ folder: user.folder, configDir: user.claudeConfig });
  const hooks = hooksOf('tools-and-asks');
  const sessionId = hooks[0]?.session_id ?? '';
  await receive(hub, hooks.slice(0, -1));
  const before = hub.view(sessionId);
  placeTranscript(user.claudeConfig, 'tools-and-asks');
  await hub.hub.openSession(sessionId);
  await receive(hub, hooks.slice(-1));
  expect(hub.view(sessionId)?.turns).toEqual(before?.turns);
});

reinsTest('hooks without the header leave the conversation to the transcript', async ({ user }) => {
  using hub = startTestHub({ folder: user.folder, configDir: user.claudeConfig });
  const hooks = hooksOf('tools-and-asks');
  await receive(hub, hooks, {});
  // Those of another session, with the header, arrive later and are used.
  await receive(hub, hooksOf('queued-prompts'));
  await hub.waitForView('the other session', ({ turns }) => turns.length === 4);
  const view = hub.view(hooks[0]?.session_id ?? '');
  expect(view).toMatchObject({ host: 'test-host', title: '' });
  expect(view?.turns.flatMap(({ prompt }) => prompt ?? [])).toEqual([]);
});

reinsTest('a request that was denied in the terminal disappears with the next prompt', async ({ user }) => {
  using hub = startTestHub({ folder: user.folder, configDir: user.claudeConfig });
  const hooks = hooksOf('failures-and-interrupts').slice(0, -1);
  await receive(hub, hooks);
  await hub.waitForView('the request', ({ status }) => status === 'waiting');
  const next = { ...hooks[0], hook_event_name: 'UserPromptSubmit', prompt_id: 'next', prompt: 'go on' };
  await receive(hub, [next]);
  const view = await hub.waitForView('the answer', ({ status }) => status === 'working');
  expect(view.interactions).toMatchObject([{ state: 'withdrawn' }]);
  expect(view.turns.map(({ outcome }) => outcome)).toEqual([
    'failed',
    'interrupted',
    'interrupted',
    undefined,
  ]);
});

reinsTest('a call that a rule or a person denied gets its answer moments later', async ({ user }) => {
  using hub = startTestHub({ folder: user.folder, configDir: user.claudeConfig });
  const [first] = hooksOf('tools-and-asks');
  const call = { tool_name: 'Bash', tool_input: { command: 'rm x' }, tool_use_id: 't1' };
  await receive(hub, [
    { ...first },
    { ...first, hook_event_name: 'PreToolUse', ...call },
    { ...first, hook_event_name: 'PermissionRequest', ...call, tool_use_id: undefined },
    { ...first, hook_event_name: 'PostToolBatch', tool_calls: [{ ...call, tool_response: 'no thanks' }] },
  ]);
  const [view] = await waitUntil('the answer', () => {
    const all = hub.sessions();
    return all[0]?.interactions[0]?.state === 'answered' && all;
  });
  expect(view?.interactions[0]?.answer).toMatchObject({ decision: 'deny' });
  expect(story(view as TestView)[0]?.items).toEqual([['Bash', 'no thanks']]);
});

function placeTranscript(configFolder: string, recording: string): void {
  const project = join(configFolder, 'projects', '-stage-project');
  mkdirSync(project, { recursive: true });
  for (const name of readdirSync(join(golden, recording))) {
    const [, sessionId] = /^session-(.+)\.jsonl$/.exec(name) ?? [];
    if (sessionId) cpSync(join(golden, recording, name), join(project, `${sessionId}.jsonl`));
  }
}
