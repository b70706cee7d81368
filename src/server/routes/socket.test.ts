import { once } from 'node:events';
import { expect, vi } from 'vitest';
import { WebSocket } from 'ws';
import { waitUntil } from '../../../stage/patience.ts';
import {
  OTHER_SESSION,
  type RunningServer,
  SESSION,
  startServer,
  serverTest as test,
} from '../../../test/running-server.ts';
import { MESSAGE } from '../../../test/scripted-steering.ts';
import type { Role } from '../../protocol/access.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Interaction } from '../../protocol/interactions.ts';

type Frame = Record<string, unknown> & { event?: { message?: string } };

class Client {
  readonly socket: WebSocket;
  readonly frames: Frame[] = [];

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.frames.push(JSON.parse(String(data))));
  }

  say(frame: object | string): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  async receive(count: number): Promise<Frame[]> {
    return waitUntil(`${count} frames`, () => this.frames.length >= count && this.frames, {
      everyMs: 2,
      explain: () => JSON.stringify(this.frames),
    });
  }

  messages(): (string | undefined)[] {
    return this.frames.filter(({ type }) => type === 'event').map(({ event }) => event?.message);
  }
}

/** One of each type. */
const FRAMES = [
  { type: 'subscribe' },
  { type: 'unsubscribe', subscription: 1 },
  { type: 'ping' },
  { type: 'message', session_id: SESSION, text: 'hello' },
  { type: 'interrupt', session_id: SESSION },
  { type: 'answer', interaction_id: 'i1', answer: { decision: 'allow' } },
  { type: 'presence', foreground: true },
] as const;

const address = (server: RunningServer) => `${server.url.replace('http', 'ws')}/api/ws`;

async function connect(server: RunningServer, role: Role = 'viewer'): Promise<Client> {
  const headers = { Authorization: `Bearer ${server.tokens[role]}` };
  const client = new Client(new WebSocket(address(server), { headers }));
  await once(client.socket, 'open');
  return client;
}

function note(server: RunningServer, message: string, sessionId = SESSION): number {
  return server.append('notification_raised', { kind: 'note', message }, { sessionId });
}

test('accepts a token in the header or as a subprotocol', async ({ server }) => {
  const offered = new WebSocket(address(server), ['reins', `reins.token.${server.tokens.viewer}`]);
  await once(offered, 'open');
  expect(offered.protocol).toBe('reins');
  offered.terminate();
  const alone = new WebSocket(address(server), [`reins.token.${server.tokens.viewer}`]);
  await once(alone, 'open');
  alone.terminate();
});

test('refuses a socket to callers who may not watch', async ({ server }) => {
  const statusOf = async (headers: Record<string, string>, url = address(server)) => {
    const socket = new WebSocket(url, { headers });
    const [, response] = await once(socket, 'unexpected-response');
    socket.on('error', () => {});
    socket.terminate();
    return response.statusCode as number;
  };
  expect(await statusOf({})).toBe(401);
  expect(await statusOf({}, `${address(server)}?token=${server.tokens.viewer}`)).toBe(401);
  expect(await statusOf({ Authorization: `Bearer ${server.tokens.ingest}` })).toBe(403);
  const authorization = { Authorization: `Bearer ${server.tokens.viewer}` };
  expect(await statusOf({ ...authorization, Origin: 'http://evil.example' })).toBe(403);
  expect(await statusOf({ ...authorization, Host: 'evil.example' })).toBe(403);
  const elsewhere = `${server.url.replace('http', 'ws')}/api/events`;
  expect(await statusOf(authorization, elsewhere)).toBe(400);
});

test('history, then live; several subscriptions over one socket', async ({ server }) => {
  note(server, 'one');
  const client = await connect(server);
  client.say({ id: 1, type: 'subscribe', session_id: SESSION });
  await client.receive(2);
  client.say({ id: 'all', type: 'subscribe' });
  await client.receive(3);
  const position = note(server, 'two');
  const frames = await client.receive(5);
  expect(frames.slice(0, 3)).toMatchObject([
    { re: 1, ok: true },
    { type: 'event', subscription: 1, event: { seq: 1, message: 'one' } },
    { re: 'all', ok: true },
  ]);
  const id = `${server.deps.epoch}.${position}`;
  const live = frames
    .slice(3)
    .sort((a, b) => String(a['subscription']).localeCompare(String(b['subscription'])));
  expect(live).toMatchObject([
    { type: 'event', subscription: 1, id, event: { message: 'two' } },
    { type: 'event', subscription: 'all', id, event: { message: 'two' } },
  ]);
  client.say({ id: 2, type: 'unsubscribe', subscription: 'all' });
  await client.receive(6);
  note(server, 'elsewhere', OTHER_SESSION);
  note(server, 'three');
  await waitUntil('the third', () => client.messages().includes('three'), { everyMs: 2 });
  expect(client.messages()).not.toContain('elsewhere');
  client.socket.terminate();
});

test('resumes after an id, and starts over if it cannot', async ({ server }) => {
  const [, second] = ['one', 'two', 'three'].map((text) => note(server, text));
  const client = await connect(server);
  const last_event_id = `${server.deps.epoch}.${second}`;
  client.say({ id: 1, type: 'subscribe', session_id: SESSION, last_event_id });
  await client.receive(2);
  client.say({ id: 2, type: 'subscribe', session_id: SESSION, since: 2 });
  await client.receive(4);
  expect(client.messages()).toEqual(['three', 'three']);
  client.say({ id: 3, type: 'subscribe', last_event_id: 'elsewhen.4' });
  const frames = await client.receive(7);
  expect(frames.slice(4)).toMatchObject([
    { re: 3, ok: true },
    { type: 'reset', subscription: 3, reason: 'unknown_epoch' },
    { type: 'snapshot', subscription: 3, snapshot: { items: [{ session_id: SESSION }] } },
  ]);
  client.socket.terminate();
});

test('replies to invalid frames, and continues', async ({ server }) => {
  const client = await connect(server);
  client.say('{');
  client.say({ id: 7, type: 'dance' });
  client.say({ id: 8, type: 'ping', loudly: true });
  client.say({ id: 9, type: 'subscribe', session_id: OTHER_SESSION });
  client.say({ id: 10, type: 'ping' });
  const frames = await client.receive(5);
  const byId = new Map(frames.map((frame) => [frame['re'], frame]));
  expect(byId.get(null)).toMatchObject({ error: { code: 'invalid_request' } });
  expect(byId.get(7)).toMatchObject({ error: { code: 'invalid_request' } });
  expect(byId.get(8)).toMatchObject({ error: { message: expect.stringContaining('"loudly"') } });
  expect(byId.get(9)).toMatchObject({ error: { code: 'session_not_found' } });
  expect(byId.get(10)).toEqual({ re: 10, ok: true });
  client.socket.terminate();
});

test('messages and interrupts, for operators only', async ({ server }) => {
  note(server, 'one');
  const message = { type: 'message', session_id: SESSION, text: 'hello' };
  for (const role of ['viewer', 'approver'] as const) {
    const watcher = await connect(server, role);
    watcher.say({ id: 1, ...message });
    await watcher.receive(1);
    watcher.say({ id: 2, type: 'interrupt', session_id: SESSION });
    expect(await watcher.receive(2)).toMatchObject([
      { re: 1, error: { code: 'forbidden', details: { needed: 'operator' } } },
      { re: 2, error: { code: 'forbidden' } },
    ]);
    watcher.socket.terminate();
  }
  expect(server.steered).toEqual([]);

  const client = await connect(server, 'operator');
  client.say({ id: 1, ...message, when: 'now' });
  await client.receive(1);
  client.say({ id: 2, type: 'interrupt', session_id: SESSION });
  await client.receive(2);
  client.say({ id: 3, type: 'message', session_id: SESSION, content: [{ type: 'audio' }] });
  await client.receive(3);
  client.say({ id: 4, ...message, session_id: OTHER_SESSION });
  await client.receive(4);
  client.say({ id: 5, ...message, loud: true });
  expect(await client.receive(5)).toMatchObject([
    { re: 1, ok: true, message_id: MESSAGE, session_id: SESSION, state: 'queued' },
    { re: 2, ok: true },
    { re: 3, error: { code: 'unsupported_content' } },
    { re: 4, error: { code: 'session_not_found' } },
    { re: 5, error: { code: 'invalid_request', message: expect.stringContaining('"loud"') } },
  ]);
  expect(server.steered).toEqual([
    ['send', SESSION, { text: 'hello', when: 'now' }, 'operator'],
    ['interrupt', SESSION, 'operator'],
  ]);
  client.socket.terminate();
});

test('a frame may be as large as a message with images', async ({ server }) => {
  note(server, 'one');
  const client = await connect(server, 'operator');
  client.say({ id: 1, type: 'message', session_id: SESSION, text: 'x'.repeat(5_000_000) });
  expect(await client.receive(1)).toMatchObject([{ re: 1, ok: true }]);
  client.socket.terminate();
});

test('ends the subscription of a stopped session; the socket stays', async ({ server }) => {
  note(server, 'one');
  const client = await connect(server);
  client.say({ id: 'one', type: 'subscribe', session_id: SESSION });
  client.say({ id: 'all', type: 'subscribe', since: 0 });
  await client.receive(4);
  await server.call(`/api/sessions/${SESSION}`, { method: 'DELETE' });
  const frames = await client.receive(9);
  const own = frames.filter((frame) => frame['subscription'] === 'one');
  expect(own).toMatchObject([
    { type: 'event', event: { message: 'one' } },
    { type: 'event', event: { type: 'session_ended' } },
    { type: 'event', event: { type: 'session_stopped', by: 'operator' } },
    { type: 'end' },
  ]);
  expect(frames.filter((frame) => frame['subscription'] === 'all')).toHaveLength(3);
  client.say({ id: 'one', type: 'subscribe', session_id: SESSION, since: 'now' });
  expect((await client.receive(10)).at(-1)).toMatchObject({ re: 'one', ok: true });
  client.socket.terminate();
});

test('a revoked token closes the socket', async ({ server }) => {
  const client = await connect(server);
  server.deps.tokens.remove('watcher');
  const [code] = await once(client.socket, 'close');
  // Not a handshake, which a client can leave unanswered.
  expect(code).toBe(1006);
});

test('checks every frame, even without a report of the revocation', async () => {
  const server = await startServer();
  try {
    vi.spyOn(server.deps.tokens, 'onRemove').mockReturnValue(() => {});
    const client = await connect(server, 'approver');
    client.say({ id: 1, type: 'ping' });
    await client.receive(1);
    server.deps.tokens.remove('phone');
    for (const [id, frame] of FRAMES.entries()) client.say({ id: 10 + id, ...frame });
    const frames = (await client.receive(1 + FRAMES.length)).slice(1);
    expect(frames.map(({ error }) => (error as { code: string } | undefined)?.code)).toEqual(
      FRAMES.map(() => 'unauthorized'),
    );
    expect(server.steered).toEqual([]);
    client.socket.terminate();
  } finally {
    await server.close();
  }
});

test('revoking access while the socket opens ends it', async () => {
  const server = await startServer();
  try {
    const { tokens } = server.deps;
    const onRemove = tokens.onRemove.bind(tokens);
    vi.spyOn(tokens, 'onRemove').mockImplementationOnce((listener) => {
      tokens.remove('watcher');
      return onRemove(listener);
    });
    const client = await connect(server);
    await once(client.socket, 'close');
  } finally {
    await server.close();
  }
});

test('drops a client that reads nothing', async () => {
  const server = await startServer({ limits: { drainMs: 50 } });
  try {
    for (let index = 0; index < 40; index++) note(server, 'x'.repeat(500_000));
    const follow = vi.spyOn(server.deps.feed, 'follow');
    const client = await connect(server);
    client.say({ id: 1, type: 'subscribe', session_id: SESSION });
    await client.receive(1);
    client.socket.pause();
    // The subscription ends with the socket, on the server's side.
    await waitUntil('the drop', () => follow.mock.calls[0]?.[0].signal.aborted);
    expect(follow).toHaveBeenCalledTimes(1);
    client.socket.terminate();
  } finally {
    await server.close();
  }
});

test('an approver answers over the socket; a second answer gets an error with the winner', async () => {
  const received: unknown[] = [];
  const closed = { id: 'i1', state: 'answered' } as Interaction;
  const answer = async (...call: unknown[]) => {
    received.push(call);
    if (call[0] === 'i1') return closed;
    throw new ReinsError('interaction_closed', 'This was answered by phone.', { state: 'answered' });
  };
  const server = await startServer({ answers: { answer } });
  try {
    const client = await connect(server, 'approver');
    const frame = { type: 'answer', answer: { decision: 'allow' } };
    client.say({ ...frame, id: 1, interaction_id: 'i1', idempotency_key: 'k' });
    expect(await client.receive(1)).toEqual([{ re: 1, ok: true, interaction: closed }]);
    client.say({ ...frame, id: 2, interaction_id: 'i2' });
    expect((await client.receive(2))[1]).toMatchObject({ re: 2, error: { code: 'interaction_closed' } });
    expect(received).toEqual([
      ['i1', { decision: 'allow' }, { id: 'token:phone', name: 'phone', role: 'approver', key: 'k' }],
      ['i2', { decision: 'allow' }, { id: 'token:phone', name: 'phone', role: 'approver', key: undefined }],
    ]);
    const viewer = await connect(server, 'viewer');
    viewer.say({ ...frame, id: 3, interaction_id: 'i1' });
    expect(await viewer.receive(1)).toMatchObject([{ re: 3, error: { code: 'forbidden' } }]);
    expect(received).toHaveLength(2);
  } finally {
    await server.close();
  }
});
