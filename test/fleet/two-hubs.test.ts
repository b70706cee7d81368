/** What two hubs of a fleet show and allow each other. Sessions come from hooks, so no Claude Code is needed. */
import { once } from 'node:events';
import { DeliverPolicy, jetstream } from '@nats-io/jetstream';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { EVENT_STREAM } from '../../src/fleet/subjects.ts';
import type { AuditEntry } from '../../src/protocol/audit.ts';
import type { Session } from '../../src/protocol/session.ts';
import { waitUntil } from '../../stage/patience.ts';
import type { DrivenHub } from '../drivers/driven-hub.ts';
import { stageTest } from '../stage-test.ts';
import { startFleet, untilOnline } from './fleet-stage.ts';
import { hook, startSession as start } from './hook-sessions.ts';
import { connectSoon, type NatsFixture } from './nats-fixture.ts';

const sessionsOf = async (hub: DrivenHub, query = ''): Promise<Session[]> =>
  (await hub.ask('GET', `/sessions${query}`)).items;

const untilListed = (hub: DrivenHub, ids: readonly string[], query = '?host=laptop') =>
  waitUntil('the sessions to be listed', async () => {
    const listed = (await sessionsOf(hub, query)).map(({ session_id }) => session_id).sort();
    return JSON.stringify(listed) === JSON.stringify([...ids].sort());
  });

/** The reply to one frame of the WebSocket. */
async function sendFrame(hub: DrivenHub, frame: object): Promise<unknown> {
  const url = `${hub.url.replace('http', 'ws')}/api/ws`;
  const socket = new WebSocket(url, ['reins', `reins.token.${hub.token}`]);
  onTestFinished(() => socket.terminate());
  const replies: { re?: unknown }[] = [];
  socket.on('message', (data) => replies.push(JSON.parse(String(data))));
  await once(socket, 'open');
  socket.send(JSON.stringify(frame));
  return waitUntil('the reply', () => replies.find(({ re }) => re === 1));
}

/** Everything that the server keeps of all events. */
async function readStream(nats: NatsFixture): Promise<string> {
  const connection = await connectSoon(nats.founder);
  try {
    const { state } = await (await jetstream(connection).jetstreamManager()).streams.info(EVENT_STREAM);
    const consumer = await jetstream(connection).consumers.get(EVENT_STREAM, {
      deliver_policy: DeliverPolicy.All,
    });
    let all = '';
    for (let left = state.messages; left > 0; left--) all += (await consumer.next())?.string() ?? '';
    return all;
  } finally {
    await connection.close();
  }
}

stageTest('what a host shares, hosts, ambiguous sessions, roles, offline hosts', async ({ stage }) => {
  const { home, others, nats } = await startFleet(stage, ['laptop']);
  const [laptop] = others as [DrivenHub];

  // Only what a host shares leaves it.
  const share = (chosen: unknown) =>
    laptop.ask('PATCH', '/settings', { fleet: { max_role: 'operator', share: chosen } });
  await share('none');
  const hidden = await start(laptop, { cwd: '/tmp/secret-plans', prompt: 'a secret-prompt' });
  await share({ folders: ['/tmp/open'] });
  const shown = await start(laptop, { cwd: '/tmp/open/project' });
  await hook(laptop, 'Stop', hidden, { cwd: '/tmp/secret-plans', last_assistant_message: 'secret-answer' });
  await untilListed(home, [shown]);
  for (const path of ['', '/turns', '/export', '/queue', '/events'])
    expect((await home.call('GET', `/sessions/${hidden}${path}?host=laptop`)).status, path).toBe(404);
  expect((await home.call('GET', `/sessions/${hidden}`)).status).toBe(404);
  expect(await home.ask('GET', '/usage')).toMatchObject({ hosts_missing: ['laptop'] });
  // The copy may come from the owner itself, before the owner has published it.
  const sent = await waitUntil('the events of the shown session', async () => {
    const all = await readStream(nats);
    return all.includes(shown) && all;
  });
  expect(sent).not.toContain(hidden);
  expect(sent).not.toMatch(/secret-(plans|prompt|answer)/);

  await share('none');
  await untilListed(home, []);
  await share('all');
  await untilListed(home, [hidden, shown]);
  const shared = [hidden, shown];

  const id = await start(laptop);
  await untilListed(home, [...shared, id], '');
  const [listed] = await sessionsOf(home);
  expect(listed).toMatchObject({ host: 'laptop', host_state: { state: 'online' } });
  expect((await laptop.view(id)).host).toBe('laptop');
  expect(await laptop.view(id)).not.toHaveProperty('host_state');
  expect((await home.call('GET', '/sessions?host=tower')).status).toBe(404);

  // A page after another covers both logs, each session once.
  const own = await start(home);
  const second = await start(laptop);
  await untilListed(home, [...shared, id, own, second], '');
  const pages: string[] = [];
  let cursor = '';
  do {
    const page = await home.ask('GET', `/sessions?limit=1${cursor}`);
    pages.push(...page.items.map(({ session_id }: Session) => session_id));
    cursor = page.next_cursor === undefined ? '' : `&cursor=${page.next_cursor}`;
  } while (cursor !== '');
  expect(pages.slice(0, 3)).toEqual([second, own, id]);
  expect(pages.slice(3).sort()).toEqual([...shared].sort());

  // The same session on two hosts.
  await hook(home, 'SessionStart', id, { source: 'startup' });
  expect(await home.call('GET', `/sessions/${id}`)).toMatchObject({
    ...{
      status: 409,
      body: {
        error: {
          code: 'ambiguous_session',
          message: expect.stringContaining(`Use ${id}@home or ${id}@laptop`),
          details: { hosts: ['home', 'laptop'] },
        },
      },
    },
  });
  for (const host of ['home', 'laptop']) {
    expect((await home.view(`${id}@${host}`)).host).toBe(host);
    expect((await home.ask('GET', `/sessions/${id}@${host}/turns`)).turns).toBeDefined();
    const subscribe = { id: 1, type: 'subscribe', session_id: `${id}@${host}` };
    expect(await sendFrame(home, subscribe)).toMatchObject({ ok: true });
  }
  expect((await home.call('GET', `/sessions/${id}@tower`)).status).toBe(404);
  expect((await home.ask('GET', `/sessions/${id}?host=home`)).host).toBe('home');
  expect((await home.ask('GET', `/sessions/${id}?host=laptop`)).host).toBe('laptop');

  // What the laptop allows, and what no other host may do.
  const fleet = { max_role: 'viewer', share: 'all' };
  await laptop.ask('PATCH', '/settings', { fleet });
  expect(await home.call('POST', `/sessions/${second}/interrupt`)).toMatchObject({
    ...{ status: 403, body: { error: { code: 'host_refused', details: { role: 'viewer' } } } },
  });
  await laptop.ask('PATCH', '/settings', { fleet: { ...fleet, max_role: 'operator' } });

  // A busy host misses the deadline of such a question, and a heartbeat may arrive just before the events that it counts.
  const fromAll = (path: string) =>
    waitUntil(`an answer of all hosts to ${path}`, async () => {
      const answer = await home.ask('GET', path);
      return answer.hosts_missing.length === 0 && answer;
    });
  await fromAll('/search?q=hello');
  expect(await fromAll('/usage?group=host')).toMatchObject({ group: 'host' });
  await fromAll('/audit');
  const audited: AuditEntry[] = (await home.ask('GET', '/audit?host=laptop')).items;
  expect(audited).toEqual([]);

  const before = await home.ask('GET', `/sessions/${second}`);
  await laptop.kill('SIGTERM');
  await waitUntil('the laptop to be offline', async () => {
    const [session] = await sessionsOf(home, '?host=laptop');
    return session?.host_state?.state === 'offline';
  });
  expect(await home.view(second)).toMatchObject({ seq: before.seq, turns: before.turns });
  expect((await home.ask('GET', '/search?q=hello')).hosts_missing).toEqual(['laptop']);
  const exported = await fetch(`${home.url}/api/sessions/${second}/export`, {
    headers: { authorization: `Bearer ${home.token}` },
  });
  expect([exported.status, await exported.text()]).toEqual([200, expect.stringContaining('hello')]);
  expect(await home.call('POST', `/sessions/${second}/interrupt`)).toMatchObject({
    ...{ status: 503, body: { error: { code: 'host_offline', details: { host: 'laptop' } } } },
  });

  // A prompt waits for its host, which refuses it when it is back: no Claude Code serves this session.
  const frame = { id: 1, type: 'message', session_id: second, text: 'later', deliver_when_back: true };
  expect(await sendFrame(home, frame)).toMatchObject({ ok: true, blocked_by: 'host_offline' });
  expect((await home.view(second)).messages).toMatchObject([{ text: 'later', state: 'queued' }]);

  // Without NATS, a hub that starts shows what it has.
  await home.kill('SIGTERM');
  await nats.kill('SIGKILL');
  await home.restart();
  await untilListed(home, [...shared, id, own, second, id], '');
  expect((await home.ask('GET', '/hosts')).items).toMatchObject([
    { name: 'home', state: 'online' },
    { name: 'laptop', state: 'offline' },
  ]);
  expect((await home.view(second)).turns).toEqual(before.turns);
  await nats.start();
  await laptop.restart();
  await untilOnline(home, 2);
  await start(laptop);
  await waitUntil('the new session', async () => (await sessionsOf(home)).length === 7);
  const refused = await waitUntil('the refusal', async () =>
    (await home.view(second)).messages.find(({ state }) => state === 'failed'),
  );
  expect(refused).toMatchObject({ text: 'later', error: { message: expect.stringMatching(/./) } });
  await home.ask('DELETE', `/sessions/${second}/queue/${refused.message_id}`);
  expect((await home.view(second)).messages).toEqual([]);
});
