/** Text while it is being written, over SSE, WebSocket and in the view. */
import { once } from 'node:events';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { waitUntil } from '../../../stage/patience.ts';
import {
  OTHER_SESSION,
  type RunningServer,
  SESSION,
  serverTest as test,
} from '../../../test/running-server.ts';
import type { TextDelta } from '../../protocol/live.ts';

const ITEM = 'block:m:0';
const events = `/api/sessions/${SESSION}/events`;

function write({ live }: RunningServer, text: string, sessionId = SESSION): void {
  live.add({ type: 'text_delta', sessionId, item: ITEM, text });
}
function finish(server: RunningServer, text: string): void {
  const block = { message_id: 'm', block: 0, text };
  const draft = {
    type: 'assistant_text',
    ...block,
    source: 'transcript',
    at: 0,
    key: ITEM,
    item: ITEM,
  } as const;
  server.log.append([{ sessionId: SESSION, drafts: [draft] }]);
}
async function openSocket({ url, tokens }: RunningServer) {
  const headers = { Authorization: `Bearer ${tokens.viewer}` };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, { headers });
  const frames: Record<string, unknown>[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  await once(socket, 'open');
  return {
    frames,
    send: (frame: object) => socket.send(JSON.stringify(frame)),
    close: () => socket.terminate(),
  };
}
const joined = (deltas: readonly TextDelta[]) =>
  deltas.reduce((text, delta) => text.slice(0, delta.offset) + delta.text, '');

test("a session's stream sends it without an id, from its start, and never after its event", async ({
  server,
}) => {
  server.append('session_started', { how: 'startup' });
  write(server, 'Hello');
  const stream = await server.stream(`${events}?since=now`);
  const [first] = await stream.waitForFrames(1);
  expect(first?.id).toBeUndefined();
  expect(JSON.parse(first?.data ?? '')).toEqual({
    ...{ type: 'text_delta', session_id: SESSION, host: 'testhost', item: ITEM, offset: 0, text: 'Hello' },
  });
  for (let count = 0; count < 200; count++) {
    write(server, ` ${count}`);
    if (count % 50 === 0) await stream.waitForFrames(stream.frames().length);
  }
  finish(server, 'whole');
  write(server, ' too late');
  server.append('notification_raised', { kind: 'note', message: 'last' });
  const frames = await waitUntil('the last event', () => {
    const all = stream.frames();
    return all.at(-1)?.event === 'notification_raised' && all;
  });
  const types = frames.map(({ event }) => event);
  expect(types.lastIndexOf('text_delta')).toBeLessThan(types.indexOf('assistant_text'));
  const deltas = frames
    .filter(({ event }) => event === 'text_delta')
    .map(({ data = '' }) => JSON.parse(data));
  expect(`Hello${Array.from({ length: 200 }, (_, count) => ` ${count}`).join('')}`).toContain(joined(deltas));
  // Combined on the way, not one by one.
  expect(deltas.length).toBeLessThan(50);
});

test('a late subscriber receives it after the events before it', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  for (let count = 0; count < 600; count++)
    server.append('notification_raised', { kind: 'note', message: `${count}` });
  write(server, 'Hello');
  const stream = await server.stream(events);
  const types = (await stream.waitForFrames(602)).map(({ event }) => event);
  expect(types.indexOf('text_delta')).toBe(601);

  const socket = await openSocket(server);
  socket.send({ id: 1, type: 'subscribe', session_id: SESSION, since: 0 });
  await waitUntil('the text', () => socket.frames.some(({ type }) => type === 'live'));
  expect(socket.frames.findIndex(({ type }) => type === 'live')).toBe(602);
  socket.close();
});

test('the stream of all sessions sends it on request; raw hooks and ?live=false never do', async ({
  server,
}) => {
  server.append('session_started', { how: 'startup' });
  const streams = await Promise.all(
    [
      '/api/events',
      '/api/events?live=true',
      `${events}?since=now&live=false`,
      `${events}?since=now&raw=hook`,
    ].map((path) => server.stream(path)),
  );
  write(server, 'here');
  write(server, 'there', OTHER_SESSION);
  const [, all] = streams;
  await all?.waitForFrames(2);
  server.append('hook_received', { name: 'Stop' }, { raw: '{}' });
  await Promise.all(streams.map((stream, index) => stream.waitForFrames(index === 1 ? 3 : 1)));
  const reported = streams.map(
    (stream) => stream.frames().filter(({ event }) => event === 'text_delta').length,
  );
  expect(reported).toEqual([0, 2, 0, 0]);
});

test('the view and a snapshot contain the text so far', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  const view = async () => (await (await server.call(`/api/sessions/${SESSION}`)).json()) as object;
  expect(await view()).not.toHaveProperty('streaming_text');
  write(server, 'So far');
  expect(await view()).toMatchObject({ streaming_text: 'So far', streaming_item: ITEM });
  const stream = await server.stream(events, { 'Last-Event-ID': 'elsewhere.1' });
  const [, snapshot] = await stream.waitForFrames(2);
  expect(JSON.parse(snapshot?.data ?? '')).toMatchObject({ streaming_text: 'So far' });
  finish(server, 'whole');
  expect(await view()).not.toHaveProperty('streaming_text');
});

test('a WebSocket sends it in separate frames', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  const socket = await openSocket(server);
  const { frames } = socket;
  socket.send({ id: 1, type: 'subscribe', session_id: SESSION, since: 'now' });
  socket.send({ id: 2, type: 'subscribe', session_id: SESSION, since: 'now', live: false });
  await waitUntil('both subscriptions', () => frames.length === 2);
  write(server, 'Hello');
  await waitUntil('the text', () => frames.length === 3);
  expect(frames[2]).toMatchObject({
    type: 'live',
    subscription: 1,
    delta: { item: ITEM, offset: 0, text: 'Hello' },
  });
  finish(server, 'Hello.');
  await waitUntil('the events', () => frames.length === 5);
  socket.close();
});
