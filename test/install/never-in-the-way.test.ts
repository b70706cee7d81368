/** With our hooks installed, the real terminal shows no trace of them, whatever state the hub is in. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { call, fail, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { TerminalClaude } from '../../stage/terminal-claude.ts';
import { sharedHubTest as test } from '../shared-hub-test.ts';
import { type StageHub, startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';
import { countHooks } from './count-hooks.ts';

const HOOK_LINE = /hook (error|cancelled|timed out)|non-blocking|timed out after|ECONNREFUSED/i;
const FAILED_HOOKS = ['hook_non_blocking_error', 'hook_blocking_error', 'hook_cancelled'];

async function install(hub: StageHub, ...options: string[]): Promise<void> {
  const { code, stderr } = await hub.run('install', '--no-deny-rules', ...options);
  expect([code, stderr]).toEqual([0, '']);
}

function playScenes(stage: Stage): void {
  stage.play(
    scene(
      /^make file \d+$/,
      [say('Making it.'), call('Bash', { command: 'touch made.txt' })],
      [say('It is made.')],
    ),
    scene('fail', fail(400)),
    scene(
      'send someone',
      [call('Agent', { description: 'Count', prompt: 'count', subagent_type: 'general-purpose' })],
      [say('Sent.')],
    ),
    scene('count', [call('Bash', { command: 'touch counted.txt' })], [say('Counted.')]),
  );
}

/** A turn with a permission request, a failing one and a compaction; returns every screen on the way. */
async function tour(claude: TerminalClaude, number: number): Promise<string[]> {
  const screens: string[] = [];
  await claude.prompt(`make file ${number}`);
  screens.push(await claude.waitForScreen(/Do you want to proceed/));
  await claude.answerDialog(/Do you want to proceed/, '1');
  screens.push(await claude.waitForScreen(/It is made/));
  await claude.prompt('/compact');
  screens.push(await claude.waitForScreen(/Compacted/));
  await claude.prompt('fail');
  screens.push(await claude.waitForScreen(/API Error/));
  screens.push(await clear(claude));
  return screens;
}

/** Waits for its effect: a prompt that is typed before is lost. */
async function clear(claude: TerminalClaude): Promise<string> {
  await claude.prompt('/clear');
  return waitUntil('an empty conversation', async () => {
    const screen = await claude.screen();
    return /^❯ \/clear/m.test(screen) && !/It is made|API Error/.test(screen) && screen;
  });
}

function expectNoTrace(stage: Stage, screens: string[], sessionIds: readonly string[]): void {
  for (const screen of screens) expect(screen).not.toMatch(HOOK_LINE);
  for (const sessionId of sessionIds) {
    const attachments = stage
      .transcript(sessionId)
      .map((row) => (row['attachment'] as { type?: string })?.type);
    for (const type of FAILED_HOOKS) expect(attachments).not.toContain(type);
  }
}

async function sessionsSeen(hub: StageHub): Promise<string[]> {
  const { items } = await hub.client.list({ limit: 100 });
  return items.map(({ session_id }) => session_id);
}

stageTest(
  'a hub that is up, stopped, started later, killed, frozen and back: no line, no failed hook',
  async ({ stage }) => {
    const hub = await startStageHub(stage);
    await install(hub);
    playScenes(stage);
    const claude = await stage.terminal({ args: ['--permission-mode', 'manual'] });
    const screens = await tour(claude, 1);
    const sessionIds = await sessionsSeen(hub);
    expect(sessionIds.length).toBeGreaterThan(0);

    await hub.kill('SIGTERM');
    screens.push(...(await tour(claude, 2)));

    // A hub on another port, started while a dialog is open: the request arrives anyway.
    await claude.prompt('make file 9');
    await claude.waitForScreen(/Do you want to proceed/);
    await hub.restart('0');
    const openRequests = async () => (await hub.client.interactions({ state: 'open' })).items;
    expect(await waitUntil('the request', async () => (await openRequests())[0])).toMatchObject({
      ...{ tool_name: 'Bash', input: { command: 'touch made.txt' } },
    });
    await claude.answerDialog(/Do you want to proceed/, '1');
    await waitUntil('the answer', async () => (await openRequests()).length === 0);
    screens.push(await claude.waitForScreen(/It is made/));
    await clear(claude);

    await hub.kill('SIGKILL');
    screens.push(...(await tour(claude, 3)));
    await hub.restart();
    hub.signal('SIGSTOP');
    screens.push(...(await tour(claude, 4)));
    hub.signal('SIGCONT');
    screens.push(...(await tour(claude, 5)));
    await waitUntil('all sessions to be seen', async () => (await sessionsSeen(hub)).length >= 5);
    await claude.prompt('/exit');
    await claude.waitForExit();
    expectNoTrace(stage, screens, await sessionsSeen(hub));
  },
);

test('a running session picks up install and uninstall', async ({ stage, hub }) => {
  stage.play(scene(/^say \d+$/, [say('Said.')]));
  const claude = await stage.terminal();
  let count = 0;
  const prompt = async () => {
    count++;
    await claude.prompt(`say ${count}`);
    await waitUntil('the turn', async () => {
      const [view] = (await hub.client.list({ limit: 1 })).items;
      return view && (await hub.client.get(view.session_id)).turns[count - 1]?.outcome === 'completed';
    });
    const [session] = (await hub.client.list({ limit: 1 })).items;
    return session?.session_id as string;
  };
  const hooksOf = (sessionId: string) => countHooks(hub.client, sessionId);
  expect(await hooksOf(await prompt())).toBe(0);
  await install(hub);
  const sessionId = await waitUntil('hooks to be called', async () => {
    const id = await prompt();
    return (await hooksOf(id)) > 0 && id;
  });
  expect((await hub.run('uninstall')).code).toBe(0);
  await waitUntil('hooks to stop', async () => {
    const before = await hooksOf(sessionId);
    // The hooks of the first would arrive before the second ends.
    await prompt();
    await prompt();
    return (await hooksOf(sessionId)) === before;
  });
});

test('with all events, every hook of a turn arrives', async ({ stage, hub }) => {
  await install(hub, '--all-events');
  playScenes(stage);
  const session = randomUUID();
  const claude = stage.headless({ args: ['--session-id', session] });
  claude.send('make file 1');
  claude.answer(await claude.nextPermissionRequest('Bash'), { behavior: 'allow' });
  await claude.nextResult();
  const received = new Set<string>();
  const reading = new AbortController();
  for await (const message of hub.client.subscribe({
    sessionId: session,
    raw: 'hook',
    signal: reading.signal,
  })) {
    if (message.type === 'hook') received.add((message.event as { hook_event_name: string }).hook_event_name);
    const wanted = [
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PermissionRequest',
      'PostToolUse',
      'Stop',
    ];
    if (wanted.every((name) => received.has(name))) reading.abort();
  }
});
