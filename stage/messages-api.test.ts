import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MessagesApi, startMessagesApi } from './messages-api.ts';
import { waitUntil } from './patience.ts';
import { pieces } from './reply.ts';
import { breakOff, call, fail, finish, pause, say, scene, silence, think } from './screenplay.ts';

let api: MessagesApi;
beforeEach(async () => {
  api = await startMessagesApi();
});
afterEach(() => api.close());

function post(prompt: string, options: { stream?: boolean; tools?: object[]; signal?: AbortSignal } = {}) {
  const { stream = true, tools = [{ name: 'Bash' }], signal } = options;
  return fetch(`${api.url}/v1/messages?beta=true`, {
    method: 'POST',
    headers: { 'x-claude-code-session-id': 's1' },
    body: JSON.stringify({ model: 'm', stream, tools, messages: [{ role: 'user', content: prompt }] }),
    ...(signal && { signal }),
  });
}

async function eventsOf(response: Response) {
  const frames = (await response.text()).split('\n\n').filter(Boolean);
  return frames.map((frame) => JSON.parse(frame.split('\ndata: ')[1] as string));
}

test('streams thinking, text and calls like the Messages API', async () => {
  api.play(
    scene('go', [
      think('hm'),
      say('abcdef', { chunk: 4 }),
      pause(1),
      call('Bash', { command: 'ls' }, { id: 'toolu_7' }),
      finish({ usage: { output_tokens: 42 } }),
    ]),
  );
  const events = await eventsOf(await post('go'));
  expect(events.map((event) => event.delta?.text ?? event.delta?.thinking ?? event.type)).toEqual([
    ...['message_start', 'content_block_start', 'hm', 'content_block_stop'],
    ...['content_block_start', 'abcd', 'ef', 'content_block_stop'],
    ...['content_block_start', 'content_block_delta', 'content_block_stop', 'message_delta', 'message_stop'],
  ]);
  expect(events.find((event) => event.content_block?.type === 'tool_use').content_block).toMatchObject({
    id: 'toolu_7',
    name: 'Bash',
  });
  expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 42 } });
});

test('responds in one piece if streaming is not requested', async () => {
  api.play(scene('go', [say('whole'), finish({ stopReason: 'max_tokens' })]));
  expect(await (await post('go', { stream: false })).json()).toMatchObject({
    content: [{ type: 'text', text: 'whole' }],
    stop_reason: 'max_tokens',
  });
});

test('fails as scripted', async () => {
  api.play(scene('limit', fail(429, { retryAfterSeconds: 3 })), scene('broken', fail(500)));
  const limited = await post('limit');
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
  expect(await limited.json()).toMatchObject({ error: { type: 'rate_limit_error' } });
  expect((await post('broken')).status).toBe(500);
});

test('breaks off in the middle, with or without an error event', async () => {
  api.play(
    scene('error', [say('half'), breakOff('error-event')]),
    scene('drop', [say('half'), breakOff('drop')]),
  );
  expect((await eventsOf(await post('error'))).at(-1)).toMatchObject({ type: 'error' });
  await expect(post('drop').then((response) => response.text())).rejects.toThrow();
});

test('stays silent until the client gives up', async () => {
  api.play(scene('hush', silence()));
  const client = new AbortController();
  const asked = post('hush', { signal: client.signal });
  await waitUntil('the request', () => api.requests.length === 1);
  client.abort(new Error('gave up'));
  await expect(asked).rejects.toThrow('gave up');
});

test('records the model’s input, separately from side calls', async () => {
  await (await post('go')).text();
  await (await post('title?', { tools: [] })).text();
  expect(api.requests).toMatchObject([
    { sessionId: 's1', isSideCall: false, hearing: { said: ['go'] } },
    { isSideCall: true },
  ]);
});

test('supports the other calls of the CLI and nothing else', async () => {
  expect((await fetch(api.url, { method: 'HEAD' })).status).toBe(200);
  const counted = await fetch(`${api.url}/v1/messages/count_tokens`, {
    method: 'POST',
    body: 'x'.repeat(400),
  });
  expect(await counted.json()).toEqual({ input_tokens: 100 });
  expect((await fetch(`${api.url}/v1/models`)).status).toBe(404);
});

test('splits text without breaking a surrogate pair', () => {
  expect([...pieces('ab😀c', 3)]).toEqual(['ab😀', 'c']);
  expect([...pieces('😀😀', 1)]).toEqual(['😀', '😀']);
  expect([...pieces('', 3)]).toEqual([]);
});
