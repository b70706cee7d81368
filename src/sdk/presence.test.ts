import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { type RunningServer, serverTest as test } from '../../test/running-server.ts';
import type { Presence } from '../hub/presence.ts';
import { waitUntil } from '../lib/wait-until.ts';
import type { ReinsError } from '../protocol/errors.ts';
import { keepPresence, type WebSocketMaker } from './presence.ts';

const maker = WebSocket as unknown as WebSocketMaker;
const presenceOf = (server: RunningServer) => server.deps.presence as Presence;

function ending(): AbortSignal {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  return controller.signal;
}

test('a device is there while it says so, and gone with its signal', async ({ server }) => {
  const leaving = new AbortController();
  const presence = presenceOf(server);
  const address = { url: server.url, token: server.tokens.approver };
  const kept = keepPresence(address, { signal: leaving.signal, WebSocket: maker });
  kept.set(true);
  await waitUntil('the device', () => presence.isAnyoneThere());
  expect(presence.devices()).toEqual(['phone']);
  kept.set(false);
  await waitUntil('nobody', () => !presence.isAnyoneThere());
  kept.set(true);
  await waitUntil('the device again', () => presence.isAnyoneThere());
  leaving.abort();
  await waitUntil('nobody again', () => !presence.isAnyoneThere());
});

test('it comes back by itself, and says again what holds', async ({ server }) => {
  const sockets: WebSocket[] = [];
  class Noted extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols);
      sockets.push(this);
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
  await waitUntil('another connection', () => sockets.length === 2);
  await waitUntil('the device again', () => presence.isAnyoneThere());
});

test('whoever may not answer is told, once', async ({ server }) => {
  const refused: ReinsError[] = [];
  const address = { url: server.url, token: server.tokens.viewer };
  const onRefused = (error: ReinsError) => refused.push(error);
  keepPresence(address, { signal: ending(), WebSocket: maker, onRefused, backoff: async () => {} }).set(true);
  const [error] = await waitUntil('the refusal', () => refused.length > 0 && refused);
  expect(error?.message).toContain('approver');
  expect(presenceOf(server).isAnyoneThere()).toBe(false);
});
