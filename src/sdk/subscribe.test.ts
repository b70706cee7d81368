/**
 * Subscriptions over real sockets: connections that break anywhere, hubs that repeat, reset, refuse and fall
 * silent.
 */
import { expect, test } from 'vitest';
import { fails, openScriptedHub, type Scene, sse, streams } from '../../test/scripted-hub.ts';
import { createClient } from './client.ts';
import type { StreamMessage } from './stream-message.ts';
import type { ConnectionState, SubscribeOptions } from './subscribe.ts';

const event = (position: number) => sse(`e.${position}`, 'assistant_text', { seq: position });
const atOnce = () => Promise.resolve();

async function play(scenes: readonly Scene[], wanted: number, options: Partial<SubscribeOptions> = {}) {
  const path = options.sessionId ? `/api/sessions/${options.sessionId}/events` : '/api/events';
  await using hub = await openScriptedHub({ [`GET ${path}`]: scenes });
  const controller = new AbortController();
  const connections: ConnectionState[] = [];
  const messages: StreamMessage[] = [];
  const subscription = createClient({ url: hub.url, token: 'secret' }).subscribe({
    signal: controller.signal,
    backoff: atOnce,
    onConnection: (state) => connections.push(state),
    ...options,
  });
  try {
    for await (const message of subscription) if (messages.push(message) === wanted) break;
  } finally {
    controller.abort();
  }
  return { messages, ids: messages.map(({ id }) => id), received: hub.received, connections };
}

test('continues where a broken connection left off, even in the middle of an event', async () => {
  const { ids, received } = await play(
    [
      streams([event(1), event(2).slice(0, 20)], 'tear'),
      streams([event(2), event(3), 'id: e.4\nevent: x\nda'], 'end'),
      streams([event(4), ': heartbeat\n\n'], 'stay'),
    ],
    4,
    { sessionId: 'abc', since: 0 },
  );
  expect(ids).toEqual(['e.1', 'e.2', 'e.3', 'e.4']);
  expect(received.map(({ lastEventId, query }) => [lastEventId, query['since']])).toEqual([
    [undefined, '0'],
    ['e.1', undefined],
    ['e.3', undefined],
  ]);
  expect(received[0]?.authorization).toBe('Bearer secret');
});

test('drops what the hub repeats', async () => {
  const { ids } = await play(
    [streams([event(1), event(2), event(2)], 'tear'), streams([event(1), event(2), event(3)], 'stay')],
    3,
  );
  expect(ids).toEqual(['e.1', 'e.2', 'e.3']);
});

test('starts after a given id', async () => {
  const { received } = await play([streams([event(8)], 'stay')], 1, { lastEventId: 'e.7', since: 'now' });
  expect(received).toMatchObject([{ lastEventId: 'e.7', query: {} }]);
});

test('a bare id moves the point to resume from, so that nothing is skipped before the first event', async () => {
  const { ids, received } = await play([streams(['id: e.5\n\n'], 'tear'), streams([event(6)], 'stay')], 1, {
    since: 'now',
  });
  expect(ids).toEqual(['e.6']);
  expect(received[1]).toMatchObject({ lastEventId: 'e.5', query: {} });
});

test('yields a reset, and treats everything after it as new', async () => {
  const reset = sse(undefined, 'reset', { reason: 'unknown_epoch' });
  const { messages, received } = await play(
    [
      streams([event(9)], 'tear'),
      streams([reset], 'tear'),
      streams([reset, sse('e.2', 'snapshot', { items: [] }), event(3)], 'stay'),
    ],
    5,
  );
  expect(messages.map(({ type, id }) => [type, id])).toEqual([
    ['assistant_text', 'e.9'],
    ['reset', undefined],
    ['reset', undefined],
    ['snapshot', 'e.2'],
    ['assistant_text', 'e.3'],
  ]);
  expect(received.map(({ lastEventId }) => lastEventId)).toEqual([undefined, 'e.9', 'e.9']);
});

test('live-only messages are passed on and not resumed from', async () => {
  const delta = sse(undefined, 'text_delta', { text: 'He' });
  const { messages, received } = await play(
    [streams([event(1), delta], 'tear'), streams([event(2)], 'stay')],
    3,
  );
  expect(messages.map(({ type }) => type)).toEqual(['assistant_text', 'text_delta', 'assistant_text']);
  expect(received[1]?.lastEventId).toBe('e.1');
});

test('hooks come verbatim', async () => {
  const { messages, received } = await play([streams(['event: hook\ndata: {"a":  1}\n\n'], 'stay')], 1, {
    raw: 'hook',
    questions: true,
  });
  expect(messages).toMatchObject([{ type: 'hook', data: '{"a":  1}', event: { a: 1 } }]);
  expect(received[0]?.query).toEqual({ raw: 'hook', questions: 'true' });
});

test('retries a failing hub with growing pauses until an event arrives', async () => {
  const failures: number[] = [];
  const { connections } = await play(
    [
      fails(503, 'log_unavailable'),
      fails(500, 'internal'),
      (response) => void response.destroy(),
      streams([], 'end'),
      streams([event(1)], 'tear'),
      streams([event(2)], 'stay'),
    ],
    2,
    {
      backoff: async (count) => {
        failures.push(count);
      },
    },
  );
  expect(failures).toEqual([1, 2, 3, 4, 1]);
  expect(connections.map(({ state }) => state)).toEqual([
    ...['lost', 'lost', 'lost', 'open', 'lost', 'open', 'lost', 'open'],
  ]);
});

test('drops a silent connection', async () => {
  const { ids } = await play([streams([event(1)], 'stay'), streams([event(2)], 'stay')], 2, {
    silenceMs: 500,
  });
  expect(ids).toEqual(['e.1', 'e.2']);
});

test('a refusal is final', async () => {
  const refused = play([fails(401, 'unauthorized')], 1);
  await expect(refused).rejects.toMatchObject({ name: 'ReinsError', code: 'unauthorized' });
  await expect(play([streams([event(1)], 'end'), fails(404, 'session_not_found')], 2)).rejects.toMatchObject({
    code: 'session_not_found',
  });
});

test('ends silently when the hub has nothing more to send', async () => {
  const gone: Scene = (response) => void response.writeHead(204).end();
  const { ids } = await play([streams([event(1)], 'end'), gone], 99);
  expect(ids).toEqual(['e.1']);
});

test('ends when the reader leaves, no matter what it waits for', async () => {
  await using hub = await openScriptedHub({ 'GET /api/events': [streams([event(1)], 'stay')] });
  const controller = new AbortController();
  const seen: (string | undefined)[] = [];
  for await (const { id } of createClient({ url: hub.url }).subscribe({ signal: controller.signal })) {
    seen.push(id);
    setImmediate(() => controller.abort());
  }
  expect(seen).toEqual(['e.1']);
});

test('finds a hub that came back at another address', async () => {
  await using first = await openScriptedHub({ 'GET /api/events': [streams([event(1)], 'tear')] });
  await using second = await openScriptedHub({ 'GET /api/events': [streams([event(2)], 'stay')] });
  let url = first.url;
  const controller = new AbortController();
  const client = createClient({ url: () => url });
  const seen: (string | undefined)[] = [];
  for await (const { id } of client.subscribe({ signal: controller.signal, backoff: atOnce })) {
    seen.push(id);
    url = second.url;
    if (seen.length === 2) break;
  }
  expect(seen).toEqual(['e.1', 'e.2']);
});
