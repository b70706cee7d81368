/** Sessions that the hub drives over stream-json: the stream merged with hooks, transcript and registry. */
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TextDelta } from '../../src/protocol/live.ts';
import { Gate, holdCommand } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, fail, say, scene, takes, think } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import { conversation, type DrivenHub, hasTurn, isIdle } from '../drivers/driven-hub.ts';
import { sharedHubTest } from '../shared-hub-test.ts';
import { expectNoRepeats, Subscriber } from './subscriber.ts';

const WRITTEN = 'word '.repeat(119);
const WORDS = `${WRITTEN}word`;
/** An answer of which everything except the last word is written until the gate opens. */
const slowly = (gate: Gate) => say(WORDS, { chunk: 5, gate });

async function begin(hub: DrivenHub, stage: Stage, choices: object = {}) {
  const { session_id: id } = await hub.ask('POST', '/sessions', {
    ...{ cwd: stage.project, driver: 'stream', permission_mode: 'manual' },
    ...choices,
  });
  return { id: id as string, subscriber: new Subscriber(hub, id) };
}

sharedHubTest(
  'streams an answer while it is written, then reports it once as an event',
  async ({ stage, hub }) => {
    const gate = new Gate();
    stage.play(scene('talk', [think('Hm.'), slowly(gate)]));
    const { id, subscriber } = await begin(hub, stage);
    using reader = subscriber;
    await hub.send(id, 'talk');
    await hub.waitFor(id, 'the text so far', (view) => view.streaming_text === WRITTEN);
    using late = new Subscriber(hub, id);
    for (const subscriber of [reader, late]) await subscriber.waitForWritten(WRITTEN);
    expect(reader.events('assistant_text')).toEqual([]);
    gate.open();
    await reader.waitFor('turn_reported');
    await late.waitFor('turn_reported');
    const view = await hub.waitFor(id, 'the end', isIdle);
    expect(view).not.toHaveProperty('streaming_text');
    expect(conversation(view)).toEqual([['talk', [WORDS], 'completed']]);

    for (const subscriber of [reader, late]) {
      const { received } = subscriber;
      const item = received.find((one) => one.type === 'assistant_text')?.item;
      const deltas = subscriber.deltas();
      expect(new Set(deltas.map((delta) => delta.item))).toEqual(new Set([item]));
      const last = received.lastIndexOf(deltas.at(-1) as TextDelta);
      expect(last).toBeLessThan(received.findIndex((one) => one.type === 'assistant_text'));
      expect(subscriber.written()).toBeOneOf([WRITTEN, WORDS]);
      expect(deltas[0]?.offset).toBe(0);
    }
    expectNoRepeats(reader);
  },
);

sharedHubTest(
  'a request is one interaction although hooks report it; an interrupt withdraws it; /clear moves the run once',
  async ({ stage, hub }) => {
    stage.play(
      scene('make it', [call('Bash', { command: 'touch made.txt' })], [say('Made.')]),
      scene('again', [say('Once more.')]),
    );
    const { id, subscriber } = await begin(hub, stage);
    using reader = subscriber;
    await hub.send(id, 'make it');
    await hub.waitFor(id, 'the request', ({ status, interactions }) => {
      return status === 'waiting' && interactions.length > 0;
    });
    await waitUntil('the hook', () =>
      reader.events('hook_received').some(({ name }) => name === 'PermissionRequest'),
    );
    expect((await hub.view(id)).interactions).toMatchObject([
      {
        state: 'open',
        kind: 'permission',
        tool_name: 'Bash',
        routes: ['control'],
        input: { command: 'touch made.txt' },
      },
    ]);
    await hub.ask('POST', `/sessions/${id}/interrupt`);
    const view = await hub.waitFor(id, 'the end of the turn', hasTurn('make it', 'interrupted'));
    const [interaction] = view.interactions;
    const tool = view.turns.flatMap(({ items }) => items).find(({ kind }) => kind === 'tool');
    expect(view.interactions).toHaveLength(1);
    expect(interaction).toMatchObject({
      state: 'withdrawn',
      tool_use_id: tool?.kind === 'tool' && tool.tool_use_id,
    });
    await reader.waitFor('turn_reported');
    expect(reader.events('turn_finished')).toMatchObject([{ outcome: 'interrupted', source: 'stream' }]);
    expect(reader.events('interaction_opened')).toHaveLength(1);

    // The next prompt comes with the result of the interrupted call, and continues its scene.
    await hub.send(id, 'hello');
    await hub.waitFor(id, 'the next turn', hasTurn('hello', 'completed'));
    // Whichever source reports the move first, it counts once.
    await hub.send(id, '/clear');
    const { continued_as } = await hub.waitFor(id, 'the move', (now) => now.continued_as !== undefined);
    const next = continued_as as string;
    expect(await hub.call('POST', `/sessions/${id}/message`, { text: 'hello?' })).toMatchObject({
      status: 409,
      body: { error: { code: 'session_moved', details: { session_id: next } } },
    });
    using later = new Subscriber(hub, next);
    await hub.waitFor(next, 'control of the new session', ({ driver, capabilities }) => {
      return driver === 'stream' && capabilities.includes('prompt');
    });
    await hub.send(next, 'again');
    const moved = await hub.waitFor(next, 'the second turn', hasTurn('again', 'completed'));
    expect(moved).toMatchObject({ driver: 'stream', model: expect.any(String), permission_mode: 'default' });
    expect(JSON.stringify(stage.requests.at(-1)?.body.messages)).not.toContain('Made.');
    for (const type of ['session_moved', 'run_ended'] as const) await reader.waitFor(type);
    await later.waitFor('run_started');
    expect(reader.events('session_moved')).toHaveLength(1);
    expect(reader.events('run_ended')).toMatchObject([{ reason: 'moved' }]);
    expect(later.events('run_started')).toHaveLength(1);
  },
);

sharedHubTest('lists an MCP server with its state; its requests are interactions', async ({ stage, hub }) => {
  stage.play(scene('who am I', [call('mcp__asking__ask', {})], [say('Hello.')]));
  const server = { command: process.execPath, args: [join(import.meta.dirname, 'asking-server.mjs')] };
  const { id, subscriber } = await begin(hub, stage, {
    ...{ mcp_config: { mcpServers: { asking: server } }, allowed_tools: ['mcp__asking__ask'] },
  });
  using reader = subscriber;
  await hub.send(id, 'who am I');
  const view = await hub.waitFor(id, 'the question', ({ interactions }) => interactions.length > 0);
  expect(view.mcp_servers).toMatchObject([{ name: 'asking', status: 'connected' }]);
  expect(view.interactions).toMatchObject([
    {
      ...{ kind: 'elicitation', state: 'open', routes: ['control'] },
      input: { mcp_server_name: 'asking', message: 'Your name?', mode: 'form' },
    },
  ]);
  await hub.ask('POST', `/sessions/${id}/interrupt`);
  await hub.waitFor(id, 'the end of the turn', hasTurn('who am I', 'interrupted'));
  await reader.waitFor('interaction_closed');
  expect(reader.events('interaction_closed')).toMatchObject([{ state: 'withdrawn' }]);
  expect(reader.events('interaction_opened')).toHaveLength(1);
});

sharedHubTest(
  'failures have their codes; retries are reported once, at the first one',
  async ({ stage, hub }) => {
    const step = (number: number) => [call('Bash', { command: `echo ${number}` })];
    stage.play(
      scene('fail now', fail(400)),
      scene('try again', takes(fail(529), [say('Now it works.')])),
      scene('go on', step(1), step(2), step(3)),
    );
    const { id, subscriber } = await begin(hub, stage, { max_turns: 2 });
    using reader = subscriber;
    for (const text of ['fail now', 'try again', 'go on']) await hub.send(id, text);
    await reader.waitFor('turn_reported', 3);
    const view = await hub.waitFor(id, 'the end', isIdle);
    expect(view.turns.map(({ outcome }) => outcome)).toEqual(['failed', 'completed', 'failed']);
    expect(reader.events('turn_reported').map(({ error }) => error?.code)).toEqual([
      ...['api_error', undefined, 'error_max_turns'],
    ]);
    expect(reader.events('api_retried')).toMatchObject([{ attempt: 1, status: 529, source: 'stream' }]);
    // The transcript may be read after the stream.
    await reader.waitFor('api_failed');
    expect(reader.events('api_failed')).toMatchObject([{ source: 'transcript', status: 400 }]);
    expect(view.messages.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(reader.events('message_failed')).toEqual([]);
  },
);

sharedHubTest(
  'background tasks end in their own turns; subagents send requests under their own name',
  async ({ stage, hub }) => {
    const { command, release } = holdCommand(stage.project);
    stage.play(
      scene('run it aside', [call('Bash', { command, run_in_background: true })], [say('Started.')]),
      scene(/<task-notification>/, [say('It is back.')]),
      scene(
        'send someone',
        [call('Agent', { description: 'Count', prompt: 'count them', subagent_type: 'general-purpose' })],
        [say('Sent.')],
      ),
      scene('count them', [call('Bash', { command: 'touch counted' })], [say('None.')]),
    );
    const { id, subscriber } = await begin(hub, stage);
    using reader = subscriber;
    await hub.send(id, 'run it aside');
    await reader.waitFor('turn_reported');
    const aside = await hub.waitFor(id, 'the task', ({ background_tasks }) => background_tasks.length === 1);
    expect(aside.background_tasks).toMatchObject([
      { task_type: 'local_bash', description: expect.any(String), started_at: expect.stringMatching(/Z$/) },
    ]);
    expect(aside.turns.map(({ outcome }) => outcome)).toEqual(['completed']);
    release();
    await reader.waitFor('turn_reported', 2);
    const rested = await hub.waitFor(id, 'the second turn', ({ status, turns }) => {
      return status === 'idle' && turns.length === 2;
    });
    expect(rested.turns.map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
    expect(rested.background_tasks).toEqual([]);
    expect(reader.events('turn_reported')[1]).toMatchObject({ message_ids: [], result: 'It is back.' });

    await hub.send(id, 'send someone');
    const asking = await hub.waitFor(id, 'the request of a subagent', ({ interactions, agents }) => {
      return interactions.length > 0 && agents[0]?.description !== undefined;
    });
    expect(asking.interactions).toMatchObject([
      { agent_id: asking.agents[0]?.agent_id, routes: ['control'] },
    ]);
    expect(asking.agents).toMatchObject([
      { agent_type: 'general-purpose', description: 'Count', state: 'running' },
    ]);
    expectNoRepeats(reader);
  },
);

sharedHubTest(
  'prompts that are merged or added are all accepted, and share a turn',
  async ({ stage, hub }) => {
    const gate = new Gate();
    const { command, release } = holdCommand(stage.project);
    stage.play(
      scene('talk', [slowly(gate)]),
      scene(/second/, [say('Both.')]),
      scene('take your time', [call('Bash', { command })], [say('Folded.')]),
    );
    const { id, subscriber } = await begin(hub, stage);
    using reader = subscriber;
    await hub.send(id, 'talk');
    await reader.waitForWritten(WRITTEN);
    const merged = [
      await hub.send(id, 'second', { when: 'steer' }),
      await hub.send(id, 'third', { when: 'steer' }),
    ];
    await hub.waitFor(id, 'Claude Code to queue both', ({ queue }) => queue.length === 2);
    gate.open();
    await reader.waitFor('turn_reported', 2);
    expect(reader.events('turn_reported')[1]?.message_ids).toEqual(merged);
    const first = await hub.send(id, 'take your time');
    await reader.waitFor('tool_started');
    const folded = await hub.send(id, 'fold me in', { when: 'steer' });
    await hub.waitFor(id, 'Claude Code to queue it', ({ queue }) => queue.length === 1);
    release();
    await reader.waitFor('turn_reported', 3);
    expect(reader.events('turn_reported')[2]?.message_ids).toEqual([first, folded]);
    const view = await hub.waitFor(id, 'the end', isIdle);
    expect(view.messages.map(({ state }) => state)).toEqual(Array(5).fill('accepted'));
    expectNoRepeats(reader);
  },
);

sharedHubTest(
  'a session without a transcript has its conversation from the stream',
  async ({ stage, hub }) => {
    const file_path = join(stage.project, 'notes.txt');
    stage.play(
      scene(
        'write it',
        [think('Hm.'), say('Writing.'), call('Write', { file_path, content: 'a\n' })],
        [say('Written.')],
      ),
      scene('fail now', fail(400)),
    );
    const { id, subscriber } = await begin(hub, stage, { persist: false, permission_mode: 'acceptEdits' });
    using reader = subscriber;
    await hub.send(id, 'write it');
    await hub.send(id, 'fail now');
    await reader.waitFor('turn_reported', 2);
    const view = await hub.waitFor(id, 'the end', isIdle);
    expect(conversation(view)).toEqual([
      ['write it', ['Writing.', 'Written.'], 'completed'],
      ['fail now', [], 'failed'],
    ]);
    expect(view.turns[0]?.items).toMatchObject([
      { kind: 'thinking' },
      { kind: 'text' },
      { kind: 'tool', name: 'Write', is_error: false },
      { kind: 'text' },
    ]);
    expect(view).toMatchObject({
      title: 'write it',
      files: [{ path: file_path }],
      usage: { output_tokens: 40 },
    });
    expect(view.capabilities).not.toContain('fork');
    expectNoRepeats(reader);
  },
);

sharedHubTest(
  'a hub killed in the middle of an answer streams it again from its start',
  async ({ stage, hub }) => {
    const gate = new Gate();
    stage.play(scene('talk', [slowly(gate)]));
    const { id, subscriber } = await begin(hub, stage);
    using reader = subscriber;
    await hub.send(id, 'talk');
    await reader.waitForWritten(WRITTEN);
    await hub.kill();
    await hub.restart();
    await hub.waitFor(id, 'the text again', (view) => view.streaming_text === WRITTEN);
    gate.open();
    await reader.waitFor('turn_reported');
    expect(conversation(await hub.waitFor(id, 'the end', isIdle))).toEqual([['talk', [WORDS], 'completed']]);
    expectNoRepeats(reader);
  },
);
