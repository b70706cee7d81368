import { expect } from 'vitest';
import {
  type RunningServer,
  SESSION,
  startServer,
  serverTest as test,
} from '../../../test/running-server.ts';

function post(server: RunningServer, body: string, token = server.tokens.ingest): Promise<Response> {
  return server.call('/api/hooks', { method: 'POST', body, token });
}

test('accepts a hook unchanged and passes it to subscribers', async ({ server }) => {
  const stream = await server.stream('/api/events?raw=hook');
  const raw = `{ "session_id":"${SESSION}",  "hook_event_name":"Stop", "text":"é\u2028 \\ud83d" }`;
  const response = await post(server, raw);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({});
  const [frame] = await stream.waitForFrames(1);
  expect(frame).toMatchObject({ event: 'hook', data: raw });
});

test('needs no content type, since handwritten hooks omit it', async ({ server }) => {
  const response = await fetch(`${server.url}/api/hooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.tokens.ingest}` },
    body: `{"session_id":"${SESSION}","hook_event_name":"Stop"}`,
  });
  expect(response.status).toBe(200);
});

test("passes on the sender's headers, unless they are invalid", async () => {
  const origins: unknown[] = [];
  const server = await startServer({
    receiveHook: async (_raw, origin) => {
      origins.push(origin);
      return {};
    },
  });
  try {
    const send = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/hooks`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${server.tokens.ingest}`, ...headers },
        body: '{}',
      });
    for (const headers of [
      {},
      { 'x-reins-host': 'laptop.example', 'x-reins-view': 'hooks', 'x-reins-order': '4711' },
      { 'x-reins-host': 'two words', 'x-reins-view': 'other', 'x-reins-order': '-1' },
      { 'x-reins-host': 'x'.repeat(300) },
    ]) {
      expect((await send(headers)).status).toBe(200);
    }
    expect(origins).toEqual([
      { hooksOnly: false },
      { host: 'laptop.example', hooksOnly: true, order: 4711 },
      { hooksOnly: false },
      { hooksOnly: false },
    ]);
  } finally {
    await server.close();
  }
});

test('refuses anything but JSON', async ({ server }) => {
  const response = await post(server, '{"session_id":');
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_request' } });
});

test('refuses forged and missing tokens', async ({ server }) => {
  for (const [token, status] of [
    [server.tokens.operator, 403],
    [server.tokens.viewer, 403],
    [`${server.tokens.ingest}x`, 401],
    ['', 401],
  ] as const) {
    expect((await post(server, '{}', token)).status).toBe(status);
  }
  expect(server.reader.lastPosition()).toBe(0);
});

test('accepts twenty megabytes, refuses too much', async ({ server }) => {
  const large = JSON.stringify({ hook_event_name: 'PostToolUse', text: 'x'.repeat(20 * 1024 * 1024) });
  expect((await post(server, large)).status).toBe(200);
  const bounded = await startServer({ limits: { hookBytes: 1000 } });
  try {
    const response = await post(bounded, JSON.stringify({ text: 'x'.repeat(1000) }));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      error: { code: 'too_large', details: { max_bytes: 1000 } },
    });
  } finally {
    await bounded.close();
  }
});
