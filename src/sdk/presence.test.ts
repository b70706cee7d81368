import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { waitUntil } from '../../stage/patience.ts';
import { type RunningServer, serverTest as test } from '../../test/running-server.ts';
import type { Presence } from '../hub/access/presence.ts';
import type { ReinsError } from '../protocol/errors.ts';
import { keepPresence, type WebSocketMaker } from './presence.ts';

const maker = WebSocket as unknown as WebSocketMaker;
const presenceOf = (server: RunningServer) => server.deps.presence as Presence;

function ending(): AbortSignal {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  return controller.signal;
}

test('a device is present while it reports so, and gone with its signal', async ({ server }) => {
  const leaving = new AbortController();
  const presence = presenceOf(server);
  const address = { url: server.url, token: server.tokens.approver };
  const kept = keepPresence(address, { signal: leaving.signal, WebSocket: maker });
  kept.set(true);
  await waitUntil('the device', () => presence.isAnyoneThere());
  expect(presence.isLooking('token:phone')).toBe(true);
  kept.set(false);
  await waitUntil('nobody', () => !presence.isAnyoneThere());
  kept.set(true);
  await waitUntil('the device again', () => presence.isAnyoneThere());
  leaving.abort();
  await waitUntil('the device to be gone again', () => !presence.isAnyoneThere());
});

test('reconnects automatically and reports its state again', async ({ server }) => {
  const sockets: WebSocket[] = [];
  const sent: [socket: number, frame: object][] = [];
  class Noted extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols);
      const number = sockets.push(this);
      const send = this.send.bind(this);
      this.send = (data: string) => {
        sent.push([number, JSON.parse(data)]);
        send(data);
      };
    }
  }
  const presence = presenceOf(server);
  const address = { url: server.url, token: server.tokens.approver };
  const backoff = async () => {};
  const kept = keepPresence(address, {
    signal: ending(),
    WebSocket: Noted as unknown as WebSocketMaker,
    backoff,
  });
  kept.set(true);
  await waitUntil('the device', () => presence.isAnyoneThere());
  sockets[0]?.terminate();
  await waitUntil('a report over another connection', () => sent.length === 2);
  const inFront = { id: 'presence', type: 'presence', foreground: true };
  expect(sent).toEqual([
    [1, inFront],
    [2, inFront],
  ]);
  await waitUntil('the device again', () => presence.isAnyoneThere());
});

test('a viewer is looking, but requests are not held for it', async ({ server }) => {
  const address = { url: server.url, token: server.tokens.viewer };
  keepPresence(address, { signal: ending(), WebSocket: maker }).set(true);
  const presence = presenceOf(server);
  await waitUntil('the viewer', () => presence.isLooking('token:watcher'));
  expect(presence.isAnyoneThere()).toBe(false);
});

test('does not retry after a refusal', async () => {
  const refused: ReinsError[] = [];
  let connections = 0;
  class Refusing extends EventTarget {
    readonly readyState = 1;
    constructor() {
      super();
      connections += 1;
      queueMicrotask(() => this.dispatchEvent(new Event('open')));
    }
    send() {
      const data = JSON.stringify({ re: 'presence', error: { code: 'forbidden', message: 'not here' } });
      this.dispatchEvent(new MessageEvent('message', { data }));
    }
    close() {
      this.dispatchEvent(new Event('close'));
    }
  }
  keepPresence(
    { url: 'http://127.0.0.1:1', token: 'x' },
    {
      signal: ending(),
      WebSocket: Refusing as unknown as WebSocketMaker,
      onRefused: (error) => refused.push(error),
      backoff: async () => {},
    },
  ).set(true);
  const [error] = await waitUntil('the refusal', () => refused.length > 0 && refused);
  expect(error?.message).toBe('not here');
  expect(connections).toBe(1);
});
