/**
 * Clients while a proxy responds in the hub's place: the hub counts as unreachable, and everything is
 * retried.
 */
import { expect, onTestFinished, test } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { answers, fails, openScriptedHub, type Scene } from '../../test/scripted-hub.ts';
import type { Client } from './client.ts';
import { LiveHub } from './live-hub.ts';
import { makeOutgoing } from './outgoing.ts';
import { SessionList } from './session-list.ts';

const BAD_GATEWAY: Scene = (response) => void response.writeHead(502).end('<h1>Bad gateway</h1>');
const PAGE: Scene = (response) => void response.writeHead(200).end('<h1>Please wait</h1>');
const ME = { type: 'token', name: 'operator', role: 'operator' };
const SESSION = { session_id: 's1', seq: 1, last_activity_at: '2026-01-01T00:00:00.000Z' };

/** A socket that never opens: only the calls matter here. */
class NoSocket {
  readonly readyState = 0;
  addEventListener() {}
  close() {}
}

function follow(url: string): LiveHub {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  return new LiveHub({
    address: { url },
    signal: end.signal,
    WebSocket: NoSocket as unknown as typeof WebSocket,
    makeSessions: (client: Client) => new SessionList(client),
  });
}

test('the response of a proxy while the hub is away is not a refusal', async () => {
  await using scripted = await openScriptedHub({
    'GET /api/me': [BAD_GATEWAY, answers(ME)],
    'GET /api/sessions': [answers({ items: [SESSION], last_event_id: 'e.1' })],
    'GET /api/interactions': [PAGE, fails(500, 'internal'), answers({ items: [] })],
  });
  const hub = follow(scripted.url);
  await waitUntil('all to be loaded', () => hub.inbox.isLoaded && hub.maySteer());
  expect(hub.connection.refusal).toBeUndefined();
  expect(hub.sessions.sessions).toMatchObject([SESSION]);
});

test('a refusal by the hub is final', async () => {
  await using scripted = await openScriptedHub({
    'GET /api/me': [fails(401, 'unauthorized')],
    'GET /api/sessions': [fails(401, 'unauthorized')],
    'GET /api/interactions': [fails(401, 'unauthorized')],
  });
  const hub = follow(scripted.url);
  await waitUntil('the refusal', () => hub.connection.refusal !== undefined);
  expect(hub.connection.refusal).toMatchObject({ code: 'unauthorized' });
});

test('a prompt that a proxy could not pass on is retried with the same id', async () => {
  await using scripted = await openScriptedHub({
    'GET /api/me': [answers(ME)],
    'GET /api/sessions': [answers({ items: [SESSION], last_event_id: 'e.1' })],
    'GET /api/interactions': [answers({ items: [] })],
    'POST /api/sessions/s1/message': [BAD_GATEWAY, answers({ message_id: 'm', session_id: 's1' })],
  });
  const { outbox } = follow(scripted.url);
  const message = makeOutgoing('hello', [], 'queue');
  outbox.send('s1', message);
  await waitUntil('the first answer', () => outbox.of('s1')[0]?.state === 'sending');
  // It may have arrived anyway.
  expect(await outbox.withdraw(message.message_id)).toBe(false);
  await waitUntil('the message to be sent', () => outbox.of('s1').length === 0);
  const sent = scripted.received
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body));
  expect(sent.map(({ message_id }) => message_id)).toEqual([message.message_id, message.message_id]);
});
