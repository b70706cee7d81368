/** Pages of other origins: refused by default; with the setting, allowed with a token and nothing else. */
import { once } from 'node:events';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { type RunningServer, SESSION, serverTest as test } from '../../../test/running-server.ts';

const APP = 'https://app.example';

async function allow(server: RunningServer, ...allowed_origins: string[]) {
  return server.call('/api/settings', { method: 'PATCH', body: { allowed_origins } });
}

function call(server: RunningServer, path: string, origin: string, options: RequestInit = {}) {
  const { headers, ...rest } = options;
  return fetch(server.url + path, { ...rest, headers: { ...headers, origin } as Record<string, string> });
}

const bearer = (server: RunningServer) => ({ authorization: `Bearer ${server.tokens.viewer}` });

test('no other origin may call by default, and only exact matches afterwards', async ({ server }) => {
  const status = async (origin: string) =>
    (await call(server, '/api/sessions', origin, { headers: bearer(server) })).status;
  expect(await status(APP)).toBe(403);
  await allow(server, APP);
  expect(await status(APP)).toBe(200);
  for (const other of [
    'http://app.example',
    `${APP}:8443`,
    `${APP}.evil.example`,
    'https://APP.example',
    'null',
  ])
    expect(await status(other), other).toBe(403);
  for (const wrong of [
    '*',
    'null',
    `${APP}/`,
    `${APP}/page`,
    'app.example',
    'file:///x',
    'https://*.example',
  ])
    expect((await allow(server, wrong)).status, wrong).toBe(400);
  await allow(server);
  expect(await status(APP)).toBe(403);
});

test('browsers get the permission to read answers, errors and streams', async ({ server }) => {
  await allow(server, APP);
  server.append('session_started', { how: 'startup' });
  const paths = ['/api/sessions', '/api/nothing', '/api/sessions/x', `/api/sessions/${SESSION}/events`];
  for (const path of paths) {
    const response = await call(server, path, APP, { headers: bearer(server) });
    expect(response.headers.get('access-control-allow-origin'), path).toBe(APP);
    expect(response.headers.get('access-control-allow-credentials'), path).toBeNull();
    expect(response.headers.get('vary'), path).toContain('Origin');
    await response.body?.cancel();
  }
  const own = await server.call('/api/sessions');
  expect(own.headers.get('access-control-allow-origin')).toBeNull();
});

test('answers preflight requests of allowed origins only', async ({ server }) => {
  const headers = {
    'access-control-request-method': 'POST',
    'access-control-request-private-network': 'true',
  };
  const ask = (origin: string) =>
    call(server, `/api/sessions/${SESSION}/message`, origin, { method: 'OPTIONS', headers });
  expect((await ask(APP)).status).toBe(403);
  await allow(server, APP);
  const response = await ask(APP);
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe(APP);
  expect(response.headers.get('access-control-allow-headers')).toMatch(/Authorization.*Last-Event-ID/);
  expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
  expect(response.headers.get('access-control-allow-private-network')).toBe('true');
});

test('cookies, saved passwords and pairing are for the own pages only', async ({ server }) => {
  await allow(server, APP);
  const invited = await server.call('/api/pairings', { method: 'POST', body: { role: 'operator' } });
  const { code } = (await invited.json()) as { code: string };
  const pair = (origin: string) =>
    call(server, '/api/pair', origin, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
  expect((await pair(APP)).status).toBe(403);
  const paired = await pair(server.url);
  const cookie = paired.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { key } = (await paired.json()) as { key: string };
  const headers = { cookie, 'x-reins-device-key': key };
  expect((await call(server, '/api/sessions', server.url, { headers })).status).toBe(200);
  expect((await call(server, '/api/sessions', APP, { headers })).status).toBe(401);
  const basic = { authorization: `Basic ${Buffer.from(`x:${server.tokens.viewer}`).toString('base64')}` };
  expect((await call(server, '/api/docs', APP, { headers: basic })).status).toBe(401);
  expect((await call(server, '/api/health', APP)).status).toBe(200);
  expect((await call(server, '/', APP)).status).toBe(403);
});

test('the same holds for WebSockets', async ({ server }) => {
  const open = async (origin: string, protocols: string[]) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/ws`, protocols, { origin });
    const [result] = await Promise.race([
      once(socket, 'open').then(() => ['open']),
      once(socket, 'unexpected-response').then(([, response]) => [response.statusCode]),
    ]);
    socket.on('error', () => {});
    socket.terminate();
    return result;
  };
  const protocols = ['reins', `reins.token.${server.tokens.viewer}`];
  expect(await open(APP, protocols)).toBe(403);
  await allow(server, APP);
  expect(await open(APP, protocols)).toBe('open');
  expect(await open(APP, ['reins'])).toBe(401);
  expect(await open('https://evil.example', protocols)).toBe(403);
});
