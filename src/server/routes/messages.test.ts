import { expect } from 'vitest';
import {
  OTHER_SESSION,
  type RunningServer,
  SESSION,
  serverTest as test,
} from '../../../test/running-server.ts';
import { MESSAGE } from '../../../test/scripted-steering.ts';

const send = (server: RunningServer, body: unknown) =>
  server.call(`/api/sessions/${SESSION}/message`, { method: 'POST', body });

const png = (bytes: number) => {
  const data = Buffer.alloc(bytes);
  data.write('\x89PNG\r\n', 'latin1');
  return {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: data.toString('base64') },
  };
};

test('queues a message and returns its place', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  const response = await send(server, { text: 'hello', message_id: MESSAGE, when: 'steer' });
  expect(response.status).toBe(202);
  expect(await response.json()).toEqual({ message_id: MESSAGE, session_id: SESSION, state: 'queued' });
  await send(server, { text: 'hello' });
  expect(server.steered).toEqual([
    ['send', SESSION, { text: 'hello', message_id: MESSAGE, when: 'steer' }, 'operator'],
    ['send', SESSION, { text: 'hello', when: 'queue' }, 'operator'],
  ]);
});

test('checks content before it is queued', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  const refusals: [body: object, status: number, words: string][] = [
    [{}, 400, 'either "text" or "content"'],
    [{ text: 'a', wehn: 'now' }, 400, 'Unknown field "wehn"'],
    [{ text: 'a', when: 'later' }, 400, 'when: '],
    [{ text: 'a', message_id: 'one' }, 400, 'message_id: '],
    [{ content: [{ type: 'audio', source: {} }] }, 422, 'Supported content: text, images'],
    [{ content: [png(6_000_000)] }, 413, 'An image may have'],
  ];
  for (const [body, status, words] of refusals) {
    const response = await send(server, body);
    expect(response.status, words).toBe(status);
    expect(((await response.json()) as { error: { message: string } }).error.message).toContain(words);
  }
  expect(server.steered).toEqual([]);
});

test('a message with images may be larger than other bodies, up to a limit', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  expect((await send(server, { content: [png(5_000_000), png(5_000_000)] })).status).toBe(202);
  const response = await send(server, { content: [1, 2, 3, 4].map(() => png(5_000_000)) });
  expect(response.status).toBe(413);
  const elsewhere = await server.call('/api/sessions', {
    method: 'POST',
    body: { append_system_prompt: 'x'.repeat(2_000_000) },
  });
  expect(elsewhere.status).toBe(413);
});

test('the queue: read, change, cancel', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  const queue = `/api/sessions/${SESSION}/queue`;
  expect(await (await server.call(queue)).json()).toMatchObject({ items: [{ message_id: MESSAGE }] });
  const patch = { text: 'do that', before: null };
  const changed = await server.call(`${queue}/${MESSAGE}`, { method: 'PATCH', body: patch });
  expect(await changed.json()).toMatchObject({ message_id: MESSAGE, text: 'do that' });
  const removed = await server.call(`${queue}/${MESSAGE}`, { method: 'DELETE' });
  expect(await removed.json()).toMatchObject({ message_id: MESSAGE, state: 'removed' });
  expect(server.steered).toEqual([
    ['queue', SESSION],
    ['changeMessage', SESSION, MESSAGE, patch, 'operator'],
    ['removeMessage', SESSION, MESSAGE, 'operator'],
  ]);
  expect((await server.call(`${queue}/first`, { method: 'DELETE' })).status).toBe(400);
  expect((await server.call(`/api/sessions/${OTHER_SESSION}/queue`)).status).toBe(404);
});

test('the screen, and how to attach to the terminal', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  const screen = await server.call(`/api/sessions/${SESSION}/screen`);
  expect(await screen.json()).toMatchObject({ text: '❯ hello', columns: 80 });
  const terminal = await server.call(`/api/sessions/${SESSION}/attach`);
  expect(await terminal.json()).toEqual({ command: ['tmux', 'attach'] });
});
