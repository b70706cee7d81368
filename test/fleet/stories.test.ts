/** Stories of a fleet: real hubs with homes of their own, a real NATS server, and the real Claude Code. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { AuditEntry } from '../../src/protocol/audit.ts';
import type { Interaction } from '../../src/protocol/interactions.ts';
import type { Session } from '../../src/protocol/session.ts';
import { Gate } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { conversation, type DrivenHub, hasTurn, isIdle } from '../drivers/driven-hub.ts';
import { answer, dialogListens, waiting } from '../interactions/answering-stage.ts';
import { reinsInPane } from '../pane.ts';
import { isLong } from '../repetitions.ts';
import { ReadStream } from '../running-server.ts';
import { stageTest } from '../stage-test.ts';
import { startFleet, untilOnline } from './fleet-stage.ts';

/** What a WebSocket receives about a session from now on. */
async function subscribe(hub: DrivenHub, sessionId: string): Promise<{ type?: string; re?: number }[]> {
  const socket = new WebSocket(`${hub.url.replace('http', 'ws')}/api/ws`, [
    'reins',
    `reins.token.${hub.token}`,
  ]);
  onTestFinished(() => socket.terminate());
  const frames: { type?: string; re?: number }[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, type: 'subscribe', session_id: sessionId, since: 'now' }));
  await waitUntil('the subscription', () => frames.some(({ re }) => re === 1));
  return frames;
}

const touch = (name: string) => call('Bash', { command: `touch ${name}`, description: 'x' });

stageTest('a session on another host is started, seen, answered and prompted here', async ({ stage }) => {
  const gate = new Gate();
  stage.play(
    scene('make it', [touch('made.txt')], [say('It is made.')]),
    scene('and then', [say('Then this, slowly.', { gate, chunk: 4 })]),
    scene('later on', [say('Later it is.')]),
  );
  const { home, others } = await startFleet(stage, ['laptop']);
  const [laptop] = others;
  if (!laptop) throw new Error('unreachable');

  const started: Session = await home.ask('POST', '/sessions', {
    ...{ host: 'laptop', cwd: stage.project, prompt: 'make it', permission_mode: 'default', trust: true },
  });
  expect(started).toMatchObject({ host: 'laptop', host_state: { state: 'online' } });
  const { session_id: id } = started;
  const events = new ReadStream(
    await fetch(`${home.url}/api/events`, { headers: { authorization: `Bearer ${home.token}` } }),
  );

  const interaction = await waiting(home);
  expect(interaction).toMatchObject({ session_id: id, host: 'laptop', tool_name: 'Bash' });
  const { items }: { items: Session[] } = await home.ask('GET', '/sessions');
  expect(items).toMatchObject([{ session_id: id, host: 'laptop', status: 'waiting', host_state: {} }]);
  expect((await home.ask('GET', '/sessions?host=home')).items).toEqual([]);

  // Two people answer at once: one counts, and both learn whose.
  const answers = await Promise.all([
    home.call('POST', `/interactions/${interaction.id}/answer`, { decision: 'allow' }),
    laptop.call('POST', `/interactions/${interaction.id}/answer`, { decision: 'allow' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await home.waitFor(id, 'the turn to end', hasTurn('make it', 'completed'));
  expect(existsSync(join(stage.project, 'made.txt'))).toBe(true);

  await home.waitFor(id, 'the session to be idle', isIdle);
  const live = new ReadStream(
    await fetch(`${home.url}/api/sessions/${id}/events?since=now`, {
      headers: { authorization: `Bearer ${home.token}` },
    }),
  );
  await home.send(id, 'and then');
  await gate.reached;
  await waitUntil('text while it is being written', () =>
    live.frames().some(({ event, data }) => event === 'text_delta' && data?.includes('"host":"laptop"')),
  );
  gate.open();
  const view = await home.waitFor(id, 'the second turn', hasTurn('and then', 'completed'));
  expect(view.host).toBe('laptop');
  expect(conversation(view)).toEqual(conversation(await laptop.view(id)));

  // The stream of all sessions has every event of the other host, once and in order.
  const { seq } = await laptop.view(id);
  // Text being written and news of hosts have no id.
  const logged = (stream = events) => stream.frames().filter((frame) => frame.id !== undefined);
  const seqs = await waitUntil('all events', () => {
    const all = logged().map(({ data }) => JSON.parse(data ?? '{}').seq as number);
    return all.includes(seq) && all;
  });
  expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index));
  const missed = logged().slice(-2);
  const resumed = new ReadStream(
    await fetch(`${home.url}/api/events`, {
      headers: {
        authorization: `Bearer ${home.token}`,
        'last-event-id': logged().at(-3)?.id ?? '',
      },
    }),
  );
  await waitUntil('the missed events', () => logged(resumed).length >= missed.length);
  expect(logged(resumed).slice(0, missed.length)).toEqual(missed);

  await laptop.kill('SIGTERM');
  await waitUntil('the laptop to be offline', async () => {
    const [session]: Session[] = (await home.ask('GET', '/sessions')).items;
    return session?.host_state?.state === 'offline';
  });
  expect(conversation(await home.view(id))).toEqual(conversation(view));
  expect(await home.call('POST', `/sessions/${id}/message`, { text: 'hello?' })).toMatchObject({
    ...{ status: 503, body: { error: { code: 'host_offline', details: { host: 'laptop' } } } },
  });
  const later = { text: 'later on', deliver_when_back: true };
  const removed = await home.ask('POST', `/sessions/${id}/message`, { ...later, text: 'never mind' });
  expect(await home.ask('POST', `/sessions/${id}/message`, later)).toMatchObject({
    ...{ session_id: id, state: 'queued', blocked_by: 'host_offline' },
  });
  await home.ask('DELETE', `/sessions/${id}/queue/${removed.message_id}`);
  expect((await home.ask('GET', `/sessions/${id}/queue`)).items).toMatchObject([{ text: 'later on' }]);
  expect((await home.view(id)).messages.filter(({ state }) => state === 'queued')).toMatchObject([
    { text: 'later on', blocked_by: 'host_offline' },
  ]);
  await laptop.restart();
  await untilOnline(home, 2);
  const back = await home.waitFor(id, 'the prompt that waited', hasTurn('later on', 'completed'));
  expect(conversation(back).map(([prompt]) => prompt)).toEqual(['make it', 'and then', 'later on']);
  expect((await home.ask('GET', `/sessions/${id}/queue`)).items).toEqual([]);
  const { items: audited }: { items: AuditEntry[] } = await home.ask('GET', '/audit?host=laptop');
  expect(audited.filter(({ what }) => what === 'answered')).toHaveLength(1);
  const closed: Interaction[] = (await home.ask('GET', `/interactions?session=${id}`)).items;
  expect(closed).toMatchObject([{ id: interaction.id, state: 'answered' }]);

  // Its streams end here, whichever host stops it.
  for (const stopper of [laptop, home]) {
    const last = new ReadStream(
      await fetch(`${home.url}/api/sessions/${id}/events`, {
        headers: { authorization: `Bearer ${home.token}` },
      }),
    );
    const frames = await subscribe(home, id);
    await last.waitForFrames(1);
    await stopper.ask('DELETE', `/sessions/${id}`);
    await last.over;
    expect(last.frames().at(-1)?.event).toBe('session_stopped');
    expect(last.text).toContain('session_ended');
    await waitUntil('the end of the subscription', () => frames.some(({ type }) => type === 'end'));
  }
});

stageTest.runIf(isLong)('the terminal of a session on another host', async ({ stage }) => {
  const { home, others } = await startFleet(stage, ['laptop']);
  const [laptop] = others as [DrivenHub];
  const { session_id: id }: Session = await laptop.ask('POST', '/sessions', {
    ...{ driver: 'tmux', cwd: stage.project, trust: true },
  });
  await waitUntil('the session at home', async () => (await home.ask('GET', '/sessions')).items.length === 1);
  const url = `${home.url.replace('http', 'ws')}/api/sessions/${id}/terminal`;
  const socket = new WebSocket(url, ['reins', `reins.token.${home.token}`]);
  onTestFinished(() => socket.terminate());
  const received: string[] = [];
  socket.on('message', (data) => received.push(String(data)));
  await waitUntil('the screen', () => received[0]?.startsWith('{"type":"screen"'));
  await laptop.waitFor(id, 'the session to be idle', isIdle);
  socket.send(JSON.stringify({ type: 'keys', data: 'typed-at-home' }));
  const screenOf = async (hub: DrivenHub) => JSON.stringify(await hub.ask('GET', `/sessions/${id}/screen`));
  await waitUntil('the keys on the screen', async () => (await screenOf(home)).includes('typed-at-home'));
  await waitUntil('the change of the screen', () => received.join('').includes('typed-at-home'));

  // In a terminal of the other host: Ctrl+\ leaves it.
  const pane = await reinsInPane(stage, home.env, 'attach', id);
  await pane.waitForScreen(/typed-at-home/);
  await pane.press('C-\\');
  await pane.waitForScreen(/The session continues[\s\S]*exit code 0/);

  const settings = { fleet: { max_role: 'viewer', share: 'all' } };
  await laptop.ask('PATCH', '/settings', settings);
  socket.send(JSON.stringify({ type: 'keys', data: 'refused-keys' }));
  await waitUntil('the refusal', () => received.some((text) => text.includes('"type":"refused"')));
  expect(await screenOf(laptop)).not.toContain('refused-keys');
  await laptop.ask('DELETE', `/sessions/${id}`);
  await waitUntil('the end', () => received.some((text) => text.startsWith('{"type":"end"')));
});

stageTest.runIf(isLong)(
  'a plain terminal on a third host is answered, taken over and prompted from elsewhere, and found',
  async ({ stage }) => {
    stage.play(
      scene('make it', [touch('made.txt')], [say('It is made.')]),
      scene('typed far away', [say('It ran over there.')]),
    );
    const { home, others } = await startFleet(stage, ['laptop', 'cloud']);
    const [laptop, cloud] = others as [DrivenHub, DrivenHub];
    expect((await cloud.run('install')).code).toBe(0);
    const terminal = await stage.terminal({ args: ['--permission-mode', 'manual'] });
    await terminal.prompt('make it');
    const open = await waiting(home);
    await dialogListens(terminal);
    const [answered] = await Promise.all([answer(home, open, { decision: 'allow' }), terminal.press('1')]);
    expect([200, 409], JSON.stringify(answered.body)).toContain(answered.status);
    const { session_id: id } = open;
    await home.waitFor(id, 'the turn', hasTurn('make it', 'completed'));
    expect(existsSync(join(stage.project, 'made.txt'))).toBe(true);
    const { items }: { items: AuditEntry[] } = await cloud.ask('GET', '/audit');
    // If the terminal was first, an answer from home may be recorded before it.
    expect(items[0]?.by?.type).toBe(answered.status === 200 ? 'device' : 'terminal');

    await home.ask('POST', `/sessions/${id}/takeover`, { force: true, driver: 'stream' });
    await laptop.waitFor(id, 'the session to be driven', (view) => isIdle(view) && view.driver === 'stream');
    const tui = await reinsInPane(stage, laptop.env, 'tui', id);
    await tui.waitForScreen(/It is made/);
    await tui.type('c');
    await tui.waitForScreen(/Enter send/);
    await tui.type('typed far away');
    await tui.press('Enter');
    await tui.waitForScreen(/It ran over there/);

    const search = () => home.ask('GET', '/search?q=over');
    await waitUntil('the text to be found', async () => (await search()).items.length > 0);
    await laptop.kill('SIGTERM');
    expect(await search()).toMatchObject({
      items: [{ session_id: id, host: 'cloud' }],
      hosts_missing: ['laptop'],
    });
  },
);
