/** The socket of the SDK against the real server on a real log. */
import { expect, onTestFinished, vi } from 'vitest';
import { WebSocket as NodeSocket } from 'ws';
import { waitUntil } from '../../stage/patience.ts';
import { type RunningServer, SESSION, serverTest } from '../../test/running-server.ts';
import type { Presence } from '../hub/access/presence.ts';
import { ReinsError } from '../protocol/errors.ts';
import { createClient } from './client.ts';
import { HubSocket } from './hub-socket.ts';
import type { SocketWish } from './socket-subscription.ts';
import { isTextDelta, type StreamMessage } from './stream-message.ts';
import type { ConnectionState } from './subscribe.ts';

function say(server: RunningServer, number: number) {
  const facts = { message_id: `m${number}`, block: 0, text: `text ${number}` };
  server.append('assistant_text', facts, { item: `t${number}`, position: number });
}

function open({ url, tokens }: RunningServer, token = tokens.operator) {
  const sockets: NodeSocket[] = [];
  /** The frames that each socket has sent. */
  const sent: object[][] = [];
  const states: ConnectionState[] = [];
  class Recorded extends NodeSocket {
    constructor(...args: ConstructorParameters<typeof NodeSocket>) {
      super(...args);
      sockets.push(this);
      const frames: object[] = [];
      sent.push(frames);
      const send = this.send.bind(this);
      this.send = (data: string) => {
        frames.push(JSON.parse(data));
        send(data);
      };
    }
  }
  const end = new AbortController();
  const client = createClient({ url, token });
  const socket = new HubSocket({
    url,
    token,
    signal: end.signal,
    probe: () => client.list({ limit: 1 }),
    onConnection: (state) => states.push(state),
    backoff: async () => {},
    WebSocket: Recorded as unknown as typeof globalThis.WebSocket,
  });
  const follow = (options: Omit<SocketWish, 'signal'>) => {
    const reported: StreamMessage[] = [];
    const done = (async () => {
      for await (const message of socket.subscribe({ ...options, signal: end.signal }))
        reported.push(message);
    })();
    done.catch(() => {});
    return {
      reported,
      done,
      texts: () => reported.flatMap(({ event }) => (event as { text?: string }).text ?? []),
    };
  };
  return { socket, sockets, sent, states, follow, end: () => end.abort() };
}

serverTest('skips and repeats nothing after lost connections', async ({ server }) => {
  const { sockets, states, follow, end } = open(server);
  const { texts, done } = follow({ sessionId: SESSION, since: 0 });
  for (let number = 1; number <= 12; number++) {
    say(server, number);
    if (number % 4 === 0) {
      await waitUntil('the text', () => texts().includes(`text ${number}`));
      sockets.at(-1)?.terminate();
    }
  }
  say(server, 13);
  await waitUntil('the last text', () => texts().includes('text 13'));
  expect(texts()).toEqual(Array.from({ length: 13 }, (_, index) => `text ${index + 1}`));
  expect(states.filter(({ state }) => state === 'lost').length).toBeGreaterThanOrEqual(3);
  end();
  await done;
});

serverTest('a live subscription receives what it missed while disconnected', async ({ server }) => {
  const { sockets, follow, end } = open(server);
  const states: ConnectionState[] = [];
  const { texts } = follow({ since: 'now', onConnection: (state) => states.push(state) });
  // From here on it receives everything: `open` is reported once the hub has accepted the subscription, not
  // before.
  await waitUntil('the subscription', () => states.at(-1)?.state === 'open');
  say(server, 1);
  await waitUntil('the text', () => texts().length === 1);
  sockets[0]?.terminate();
  say(server, 2);
  await waitUntil('the missed text', () => texts().length === 2);
  expect(texts()).toEqual(['text 1', 'text 2']);
  end();
});

serverTest(
  'several subscriptions share one socket, and only those that want live text get it',
  async ({ server }) => {
    const { sockets, states, follow, end } = open(server);
    say(server, 1);
    const one = follow({ sessionId: SESSION, since: 0 });
    const all = follow({ since: 0 });
    await waitUntil('both', () => one.texts().length === 1 && all.texts().length === 1);
    server.live.add({ sessionId: SESSION, item: 't2', type: 'text_delta', text: 'so far' } as never);
    await waitUntil('the live text', () => one.reported.some(isTextDelta));
    expect(all.reported.some(isTextDelta)).toBe(false);
    expect(sockets).toHaveLength(1);
    expect(states).toEqual([{ state: 'open' }]);
    end();
    await Promise.all([one.done, all.done]);
  },
);

serverTest('an invalid frame is ignored', async ({ server }) => {
  const { sockets, states, follow, end } = open(server);
  say(server, 1);
  const { texts, done } = follow({ sessionId: SESSION, since: 0 });
  await waitUntil('the text', () => texts().length === 1);
  for (const noise of ['<html>', 'null', '7', '{}']) sockets[0]?.emit('message', Buffer.from(noise), false);
  say(server, 2);
  await waitUntil('the next text', () => texts().length === 2);
  expect(states).toEqual([{ state: 'open' }]);
  end();
  await done;
});

serverTest('a refusal ends it: a wrong token, an unknown session', async ({ server }) => {
  const stranger = open(server, 'wrong');
  await expect(stranger.follow({ since: 0 }).done).rejects.toMatchObject({ code: 'unauthorized' });
  const { follow, end } = open(server);
  const missing = follow({ sessionId: '99999999-9999-4999-8999-999999999999' });
  await expect(missing.done).rejects.toMatchObject({ code: 'session_not_found' });
  end();
});

serverTest('subscribes again if the hub fails', async ({ server }) => {
  const { sockets, follow, end } = open(server);
  const states: ConnectionState[] = [];
  const full = new ReinsError('log_unavailable', 'The log cannot be used: the disk is full.');
  vi.spyOn(server.deps, 'showSession').mockRejectedValueOnce(full).mockRejectedValueOnce(full);
  say(server, 1);
  const { texts, done } = follow({
    sessionId: SESSION,
    since: 0,
    onConnection: (state) => states.push(state),
  });
  await waitUntil('the text', () => texts().length === 1);
  expect(states).toMatchObject([
    { state: 'lost', failures: 1, error: { code: 'log_unavailable' } },
    { state: 'lost', failures: 2 },
    { state: 'open' },
  ]);
  expect(sockets).toHaveLength(1);
  end();
  await done;
});

serverTest('detects a dead connection when the page becomes visible', async ({ server }) => {
  const { socket, sockets, follow, end } = open(server);
  say(server, 1);
  const { texts } = follow({ sessionId: SESSION, since: 0 });
  await waitUntil('the first text', () => texts().length === 1);
  // As on a phone that slept: nothing arrives any more, without an error.
  sockets[0]?.removeAllListeners('message');
  sockets[0]?.pause();
  say(server, 2);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  socket.check();
  await vi.advanceTimersByTimeAsync(3000);
  vi.useRealTimers();
  await waitUntil('a new connection', () => sockets.length === 2);
  await waitUntil('the text', () => texts().length === 2);
  expect(texts()).toEqual(['text 1', 'text 2']);
  end();
});

serverTest('reports presence, and again after a lost connection', async ({ server }) => {
  const { socket, sockets, sent, end } = open(server);
  const presence = server.deps.presence as Presence;
  socket.setForeground(true);
  await waitUntil('presence', () => presence.isAnyoneThere());
  sockets[0]?.terminate();
  const inFront = { id: 'presence', type: 'presence', foreground: true };
  await waitUntil('a new connection', () => sent[1]?.length);
  expect(sent[1]).toEqual([inFront]);
  await waitUntil('presence again', () => presence.isAnyoneThere());
  socket.setForeground(false);
  await waitUntil('nobody', () => !presence.isAnyoneThere());
  expect(sent[1]?.at(-1)).toEqual({ ...inFront, foreground: false });
  end();
});

serverTest('yields only the requested types, and resuming still works', async ({ server }) => {
  const { sockets, follow, end } = open(server);
  const { reported } = follow({ since: 0, types: ['turn_finished'] });
  const finish = (id: string) =>
    server.append('turn_finished', { prompt_id: id, outcome: 'completed' }, { item: `end:${id}` });
  say(server, 1);
  finish('a');
  await waitUntil('the first', () => reported.length === 1);
  sockets[0]?.terminate();
  say(server, 2);
  finish('b');
  await waitUntil('the second', () => reported.length === 2);
  expect(reported.map(({ type }) => type)).toEqual(['turn_finished', 'turn_finished']);
  end();
});
