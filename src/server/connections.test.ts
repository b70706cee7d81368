/** Connections that send nothing, little or too much: each ends, and none affects authenticated callers. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, vi } from 'vitest';
import { WebSocket } from 'ws';
import { waitUntil } from '../../stage/patience.ts';
import { type RunningServer, SESSION, startServer, serverTest as test } from '../../test/running-server.ts';
import { makeCertificate } from '../../test/self-signed.ts';
import { type ConnectionRules, type Listener, listen, type Tls } from './listen.ts';

const RULES: ConnectionRules = {
  ...{ headMs: 60_000, requestMs: 60_000, lookEveryMs: 20 },
  ...{ strangers: 500, connections: 500 },
};

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function listenWith(
  server: RunningServer,
  rules: Partial<ConnectionRules>,
  tls?: Tls,
): Promise<Listener> {
  const listener = await listen(server.app, '127.0.0.1', 0, tls, { ...RULES, ...rules });
  endings.push(() => listener.close());
  return listener;
}

/** A connection that sends this and then stays silent. */
async function open(url: string, text = ''): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
  endings.push(() => socket.destroy());
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (text) socket.write(text);
  return { socket, received: () => received };
}

const isClosed = ({ socket }: { socket: Socket }) => socket.closed || socket.readableEnded;
const HEAD = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n';

test('drops a request whose head never ends', async ({ server }) => {
  const listener = await listenWith(server, { headMs: 50 });
  const slow = await open(listener.url, HEAD);
  await waitUntil('the end of the connection', () => isClosed(slow));
  expect(slow.received()).toContain('408');
});

test('keeps an unused connection for longer than proxies do', async ({ server }) => {
  const listener = await listenWith(server, {});
  const response = await fetch(`${listener.url}/api/health`);
  const [, seconds] = /timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(120);
});

test('drops a request whose body never arrives', async ({ server }) => {
  const listener = await listenWith(server, { headMs: 50, requestMs: 100 });
  const failed = vi.spyOn(console, 'error');
  endings.push(() => failed.mockRestore());
  const head = `POST /api/pair HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
  const slow = await open(listener.url, head);
  await waitUntil('the end of the connection', () => isClosed(slow));
  expect(slow.received()).toMatch(/^HTTP\/1\.1 4/);
  await server.call('/api/health');
  expect(failed).not.toHaveBeenCalled();
});

test('drops a TLS handshake that never ends', async ({ server }) => {
  const listener = await listenWith(server, { headMs: 50 }, certificate());
  const slow = await open(listener.url);
  await waitUntil('the end of the connection', () => isClosed(slow));
});

test('refuses an upgrade to anything but WebSocket', async ({ server }) => {
  const listener = await listenWith(server, {});
  const odd = await open(
    listener.url,
    `${HEAD}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n\r\n`,
  );
  await waitUntil('the end of the connection', () => isClosed(odd));
  expect(odd.received()).toContain('400');
});

test.for([false, true])('a flood of strangers closes only its own connections (TLS: %s)', async (isTls) => {
  const server = await startServer();
  endings.push(() => server.close());
  const listener = await listenWith(server, { strangers: 5 }, isTls ? certificate() : undefined);
  const known = new WebSocket(`${listener.url.replace('http', 'ws')}/api/ws`, {
    headers: { authorization: `Bearer ${server.tokens.viewer}` },
    rejectUnauthorized: false,
  });
  endings.push(() => known.terminate());
  await once(known, 'open');
  const strangers: { socket: Socket }[] = [];
  for (let count = 0; count < 20; count++) strangers.push(await open(listener.url));
  await waitUntil('the end of the oldest', () => strangers.filter(isClosed).length >= 15);
  expect(strangers.slice(-5).some(isClosed)).toBe(false);
  known.send(JSON.stringify({ id: 1, type: 'ping' }));
  const [answer] = await once(known, 'message');
  expect(JSON.parse(String(answer))).toEqual({ re: 1, ok: true });
});

test('one caller has a limited number of streams and sockets; others have their own', async () => {
  const server = await startServer({ limits: { streams: 3 } });
  endings.push(() => server.close());
  const socketOf = (role: 'viewer' | 'approver') =>
    new WebSocket(`${server.url.replace('http', 'ws')}/api/ws`, {
      headers: { authorization: `Bearer ${server.tokens[role]}` },
    });
  const sockets = [socketOf('viewer'), socketOf('viewer')];
  for (const socket of sockets) await once(socket, 'open');
  await server.stream('/api/events');
  const refused = await server.call('/api/events', { token: server.tokens.viewer });
  expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
    429,
    'too_many_streams',
  ]);
  const [code, reason] = await once(socketOf('viewer'), 'close');
  expect([code, String(reason)]).toEqual([1013, 'too_many_streams']);
  const other = socketOf('approver');
  await once(other, 'open');
  sockets[0]?.terminate();
  const again = await waitUntil('room for another', async () => {
    const response = await server.call('/api/events', { token: server.tokens.viewer });
    if (response.status === 200) await response.body?.cancel();
    return response.status === 200;
  });
  expect(again).toBe(true);
  for (const socket of [...sockets, other]) socket.terminate();
});

test('a socket that closes while its session is being read leaves nothing behind', async () => {
  let show = () => {};
  const shown = new Promise<void>((resolve) => {
    show = resolve;
  });
  let isAsked = false;
  let hasLeft = false;
  const leave = () => {
    hasLeft = true;
  };
  const server = await startServer({
    presence: { enter: () => ({ setForeground: () => {}, leave }) },
    showSession: () => {
      isAsked = true;
      return shown;
    },
  });
  endings.push(() => server.close());
  const read = vi.spyOn(server.deps.reader, 'session');
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/ws`, {
    headers: { authorization: `Bearer ${server.tokens.viewer}` },
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, type: 'subscribe', session_id: SESSION }));
  await waitUntil('the subscription', () => isAsked);
  socket.terminate();
  await waitUntil('the end of the socket', () => hasLeft);
  show();
  await server.call('/api/health');
  expect(read).not.toHaveBeenCalled();
});

test('every kind of answer works with HTTPS: API, page, stream, socket', async ({ server }) => {
  const { files, warn, ca } = certificate();
  const listener = await listenWith(server, {}, { files, warn });
  const headers = { authorization: `Bearer ${server.tokens.viewer}` };
  const get = (path: string, origin?: string) =>
    new Promise<{ status: number | undefined; first: string }>((resolve, reject) => {
      const sent = request(
        `${listener.url}${path}`,
        { ca, agent: false, headers: { ...headers, ...(origin && { origin }) } },
        (response) => {
          response.once('data', (data) => {
            resolve({ status: response.statusCode, first: String(data) });
            response.destroy();
          });
        },
      );
      sent.on('error', reject).end();
    });
  expect((await get('/api/sessions', listener.url)).status).toBe(200);
  expect((await get('/api/sessions', listener.url.replace('https', 'http'))).status).toBe(200);
  expect((await get('/api/sessions', 'https://evil.example')).status).toBe(403);
  expect((await get('/api/events')).first).toContain('id:');
  const socket = new WebSocket(`${listener.url.replace('https', 'wss')}/api/ws`, { ca, headers });
  endings.push(() => socket.terminate());
  await once(socket, 'open');
});

function certificate(): Tls & { readonly ca: string } {
  const folder = mkdtempSync(join(tmpdir(), 'reins-connections-'));
  endings.push(() => rmSync(folder, { recursive: true }));
  const { cert, key } = makeCertificate();
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
  return { files, warn: () => {}, ca: cert };
}
