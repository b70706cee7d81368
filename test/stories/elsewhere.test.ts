/**
 * User story: Claude Code here, the hub on another machine. The hub has its own Claude folder, as in a container, so
 * everything it knows comes from the hooks of `reins install --url`. A second hub that reads the transcripts runs for
 * comparison.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Item } from '../../src/protocol/conversation.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { Gate } from '../../stage/gate.ts';
import { patienceMs, waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { pickUpDevice } from '../interactions/device.ts';
import { startReins } from '../reins-process.ts';
import { isLong } from '../repetitions.ts';
import { type StageHub, startStageHub } from '../stage-hub.ts';
import { stageTest } from '../stage-test.ts';

/** What Claude Code prints about failing hooks. */
const HOOK_LINE = /hook (error|cancelled|timed out)|non-blocking|timed out after|ECONNREFUSED/i;

const hurrying = scene('hurry', [say('Looking.'), call('Bash', { command: 'echo hi' })], [say('Done.')]);

async function startElsewhere(stage: Stage): Promise<StageHub> {
  return startStageHub(stage, 'hub-elsewhere', { CLAUDE_CONFIG_DIR: join(stage.folder, 'claude-elsewhere') });
}

/** As a person on this machine, which has no hub. */
async function reins(stage: Stage, args: readonly string[], added: Record<string, string> = {}) {
  const env = {
    ...stage.env,
    REINS_HOME: join(stage.folder, 'my-reins'),
    REINS_CLAUDE: stage.claudeBinary,
    ...added,
  };
  const { code, stdout, stderr } = await startReins(args, env).exited;
  expect([code, stderr], stdout).toEqual([0, '']);
}

async function install(stage: Stage, { url, run }: StageHub): Promise<void> {
  const { stdout } = await run('token', 'add', 'my-machine', '--role', 'ingest');
  await reins(stage, ['install', '--url', url, '--no-deny-rules'], { REINS_TOKEN: stdout.trim() });
}

function essence(item: Item) {
  if (item.kind === 'text') return ['text', item.text.trim()];
  if (item.kind === 'tool') return ['tool', item.name, item.input, item.result, item.is_error];
  return [item.kind];
}

function story({ turns, agents, title, status, cwd, files, interactions }: SessionView) {
  return {
    title,
    status,
    cwd,
    turns: turns.map(({ prompt, items, outcome }) => ({
      prompt: prompt?.kind === 'prompt' ? [prompt.text, prompt.origin] : undefined,
      items: items.filter(({ kind }) => kind !== 'command').map(essence),
      outcome,
    })),
    agents: agents.map(({ agent_id, agent_type, description, state, tool_calls, last_text }) => ({
      ...{ agent_id, agent_type, description, state, tool_calls, last_text },
    })),
    files: files.map(({ path, edits, lines_added }) => [path, edits, lines_added]),
    asks: interactions.map(({ tool_name, input, state, answer }) => [
      tool_name,
      input,
      state,
      answer?.decision,
    ]),
  };
}

async function endOf({ client }: StageHub, sessionId: string): Promise<SessionView> {
  const look = () => client.get(sessionId).catch(() => undefined);
  return waitUntil(
    'the end of the session and of its last turn',
    async () => {
      const view = await look();
      return view?.status === 'ended' && view.turns.at(-1)?.outcome !== undefined && view;
    },
    { explain: async () => JSON.stringify(await look(), null, 1) },
  );
}

/** All of this would need the session's machine, and the errors say so. */
async function refusesToSteer({ client, run }: StageHub, id: string): Promise<void> {
  expect((await client.get(id)).capabilities).toEqual([]);
  // The first request may arrive before the hub knows that it sees no process of the session.
  await waitUntil('the hub to learn that it only receives hooks', async () => {
    const refused = await client.send(id, { text: 'hello' }).catch((error: Error) => error.message);
    return typeof refused === 'string' && refused.includes('only receives its hooks');
  });
  const attempts = {
    send: () => client.send(id, { text: 'hello' }),
    interrupt: () => client.interrupt(id),
    takeover: () => client.takeover(id),
    fork: () => client.fork(id),
    stop: () => client.stopSession(id),
    relay: () => client.changeSession(id, { relay: true }),
  };
  for (const [name, attempt] of Object.entries(attempts)) {
    const refused = await attempt().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused, name).toMatchObject({
      code: 'not_capable',
      message: expect.stringContaining(`runs on ${hostname()}, and this hub only receives its hooks`),
    });
  }
  const { stderr } = await run('send', id, '--relay', 'hello');
  expect(stderr).toContain('only receives its hooks');
}

stageTest(
  'a terminal session looks the same as from its transcript; a run that exits immediately arrives whole',
  async ({ stage }) => {
    const elsewhere = await startElsewhere(stage);
    await install(stage, elsewhere);
    const file_path = join(stage.project, 'notes.txt');
    stage.play(
      scene(
        'look around',
        [say('I will look.\n\nThen write.'), call('Bash', { command: 'echo seen' })],
        [say('Now I write.'), call('Write', { file_path, content: 'one\ntwo\n' })],
        [call('Bash', { command: 'cat nowhere.txt' })],
        [say('All is written.')],
      ),
      scene(
        'send someone',
        [call('Agent', { description: 'Count', prompt: 'count them', subagent_type: 'general-purpose' })],
        [say('Sent.')],
      ),
      scene('count them', [call('Bash', { command: 'echo counted' })], [say('Three.')]),
      scene(/<task-notification>/, [say('They are back.')]),
      hurrying,
      scene(
        'write it',
        [call('Write', { file_path: join(stage.project, 'unattended.txt'), content: 'x' })],
        [say('Written.')],
      ),
      scene('talk on', [say('word word word\n'.repeat(20), { gate: new Gate() })]),
    );
    const claude = await stage.terminal({ args: ['--permission-mode', 'manual'] });
    await claude.prompt('look around');
    const asked = await waitUntil(
      'the request',
      async () => (await elsewhere.client.interactions({ state: 'open' })).items[0],
    );
    expect(asked).toMatchObject({ host: hostname(), tool_name: 'Write' });
    await refusesToSteer(elsewhere, asked.session_id);
    await claude.answerDialog(/Do you want to create/, '1');
    await claude.waitForScreen(/All is written/);
    await claude.prompt('send someone');
    await claude.waitForScreen(/They are back/);
    await claude.prompt('talk on');
    await claude.waitForScreen(/word word/);
    await claude.press('Escape');
    await claude.waitForScreen(/Interrupted/);
    await claude.prompt('/exit');
    await claude.waitForExit();

    const sessionId = asked.session_id;
    const here = await startStageHub(stage, 'hub-here');
    const byTranscript = await endOf(here, sessionId);
    const byHooks = await endOf(elsewhere, sessionId);
    expect(byHooks.host).toBe(hostname());
    expect(byHooks.transcript_path).toBeUndefined();
    expect(byHooks.capabilities).toEqual([]);
    const [expected, actual] = [story(byTranscript), story(byHooks)];
    // The extent of interrupted text comes from stream lines, and requests come from hooks only.
    expect(actual.turns.at(-1)).toMatchObject({
      outcome: 'interrupted',
      items: [['text', expect.any(String)]],
    });
    expect({ ...actual, turns: actual.turns.slice(0, -1) }).toEqual({
      ...expected,
      turns: expected.turns.slice(0, -1),
      asks: [['Write', { file_path, content: 'one\ntwo\n' }, 'answered', 'allow']],
    });
    expect(actual.turns.map(({ outcome }) => outcome)).toEqual([
      ...Array(3).fill('completed'),
      'interrupted',
    ]);
    const [agent] = byHooks.agents;
    const thread = async (hub: StageHub) => {
      const { turns } = await hub.client.turns(sessionId, { agent: agent?.agent_id ?? '' });
      return turns.flatMap(({ prompt, items: rest }) => [...(prompt ? [prompt] : []), ...rest].map(essence));
    };
    expect(await thread(elsewhere)).toEqual(await thread(here));

    // A run that exits immediately: its last text and its end still arrive.
    const quick = randomUUID();
    expect(await runOnce(stage, 'hurry', quick)).toBe('Done.');
    // Each hook comes by its own process, so the last one may not be the last to arrive.
    const quickly = async () => story(await endOf(elsewhere, quick)).turns;
    await expect.poll(quickly, { timeout: patienceMs() }).toEqual([
      {
        prompt: ['hurry', 'human'],
        items: [
          ['text', 'Looking.'],
          ['tool', 'Bash', { command: 'echo hi' }, 'hi', false],
          ['text', 'Done.'],
        ],
        outcome: 'completed',
      },
    ]);

    // While someone is looking, a request of such a run waits for the answer.
    await pickUpDevice(elsewhere).look(true);
    const unattended = randomUUID();
    const running = runOnce(stage, 'write it', unattended);
    const { id, host } = await waitUntil('the request of the unattended run', async () => {
      const { items } = await elsewhere.client.interactions({ state: 'open', session: unattended });
      return items.find(({ routes }) => routes.length > 0);
    });
    expect(host).toBe(hostname());
    const { answer } = await elsewhere.client.answer(id, { decision: 'allow' });
    expect(answer?.by).toMatchObject({ type: 'program', name: 'operator' });
    expect(await running).toBe('Written.');
    expect(existsSync(join(stage.project, 'unattended.txt'))).toBe(true);
    await reins(stage, ['uninstall']);
  },
);

/** A plain `claude -p` as in a script, which exits as soon as it can. */
async function runOnce(stage: Stage, prompt: string, sessionId: string): Promise<string> {
  const args = ['-p', prompt, '--session-id', sessionId];
  const { env, project: cwd, claudeBinary } = stage;
  const claude = spawn(claudeBinary, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [claude.stdout, claude.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  await once(claude, 'close');
  return output.trim();
}

stageTest('a hub that also reads the transcripts reports everything once', async ({ stage }) => {
  const hub = await startStageHub(stage);
  await install(stage, hub);
  stage.play(hurrying);
  const sessionId = randomUUID();
  await runOnce(stage, 'hurry', sessionId);
  const view = await endOf(hub, sessionId);
  expect(view.transcript_path).toBeDefined();
  const actual = story(view).turns.map(({ prompt, items }) => [prompt, ...items.map(([kind]) => kind)]);
  expect(actual).toEqual([[['hurry', 'human'], 'text', 'tool', 'text']]);
});

stageTest.runIf(isLong)(
  'with an absent or stuck hub, the terminal shows no trace of it',
  async ({ stage }) => {
    const elsewhere = await startElsewhere(stage);
    await install(stage, elsewhere);
    stage.play(
      scene(
        /^make file \d$/,
        [say('Making it.'), call('Bash', { command: 'touch made.txt' })],
        [say('It is made.')],
      ),
    );
    const claude = await stage.terminal({ args: ['--permission-mode', 'manual'] });
    const turn = async (number: number) => {
      await claude.prompt(`make file ${number}`);
      await claude.answerDialog(/Do you want to proceed/, '1');
      const screen = await claude.waitForScreen(/It is made/);
      await claude.prompt('/clear');
      return screen;
    };
    const screens = [await turn(1)];
    elsewhere.signal('SIGSTOP');
    screens.push(await turn(2));
    elsewhere.signal('SIGCONT');
    await elsewhere.kill();
    screens.push(await turn(3));
    await elsewhere.restart();
    screens.push(await turn(4));
    await waitUntil('the last turn', async () => {
      const { items } = await elsewhere.client.list();
      return items.some(({ title }) => title === 'make file 4');
    });
    for (const screen of screens) expect(screen).not.toMatch(HOOK_LINE);
  },
);
