import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createCaller, createSender } from '../sdk/hub-request.ts';
import { localFetch } from './local-fetch.ts';

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = createSender({ url, token: 'secret', fetch: localFetch });
  return {
    url,
    send,
    call: createCaller(send),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('sends method, headers and body, and reads the response', async () => {
  const received: unknown[] = [];
  await using server = await serve(async (request, response) => {
    const parts = await request.setEncoding('utf8').toArray();
    received.push([request.method, request.url, request.headers.authorization, JSON.parse(parts.join(''))]);
    response.end('{"words":"grüße 🐎"}');
  });
  const answered = await server.call('PATCH /api/settings', { body: { hold_seconds: 3 } });
  expect(answered).toEqual({ words: 'grüße 🐎' });
  expect(received).toEqual([['PATCH', '/api/settings', 'Bearer secret', { hold_seconds: 3 }]]);
});

test('streams a body, and ends it when the reader leaves', async () => {
  let isClosed: Promise<unknown> | undefined;
  await using server = await serve((request, response) => {
    isClosed = new Promise((resolve) => request.socket.once('close', resolve));
    response.write('first');
  });
  const { body } = await server.send('GET /api/events');
  const reader = body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first');
  await reader?.cancel();
  await isClosed;
});

test('an aborted request and an aborted response reject with the reason', async () => {
  const reason = new DOMException('enough', 'AbortError');
  const before = new AbortController();
  const during = new AbortController();
  await using server = await serve((request, response) => {
    if (request.url?.startsWith('/api/health')) before.abort(reason);
    else response.write('{');
  });
  await expect(server.send('GET /api/health', { signal: before.signal })).rejects.toBe(reason);
  const response = await server.send('GET /api/settings', { signal: during.signal });
  const text = response.text();
  during.abort(reason);
  await expect(text).rejects.toBe(reason);
});

test('no hub, an error of the hub, and an incomplete response', async () => {
  const gone = await serve(() => {});
  await gone[Symbol.asyncDispose]();
  await expect(gone.call('GET /api/settings')).rejects.toMatchObject({
    code: 'hub_not_running',
    details: { cause: 'ECONNREFUSED' },
  });
  await using server = await serve((request, response) => {
    if (request.url === '/api/health') {
      response.writeHead(200, { 'content-length': '10' }).write('{', () => response.destroy());
    } else {
      response.writeHead(403).end('{"error":{"code":"forbidden","message":"Not with this token."}}');
    }
  });
  await expect(server.call('GET /api/health')).rejects.toThrow(/was incomplete/);
  await expect(server.call('GET /api/settings')).rejects.toMatchObject({ code: 'forbidden' });
});
