import { once } from 'node:events';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { type RunningServer, serverTest as test } from '../../../test/running-server.ts';

async function pairDevice(server: RunningServer, role: string, headers: Record<string, string> = {}) {
  const invited = await server.call('/api/pairings', { method: 'POST', body: { role } });
  const { code, links } = (await invited.json()) as { code: string; links: string[] };
  const response = await server.call('/api/pair', {
    method: 'POST',
    token: undefined,
    body: { code, name: 'Phone' },
    headers,
  });
  const cookie = response.headers.get('set-cookie') ?? '';
  const pair = cookie.split(';')[0] ?? '';
  const { id, key } = (await response.json()) as { id: string; key: string };
  const secrets = { cookie: pair, 'x-reins-device-key': key };
  return { code, links, response, cookie, pair, id, key, secrets };
}

const as = (
  server: RunningServer,
  headers: Record<string, string | undefined>,
  path: string,
  options: object = {},
) => server.call(path, { token: undefined, headers: headers as Record<string, string>, ...options });

test('a link leads to a page with the code in its fragment', async ({ server }) => {
  const { code, links } = await pairDevice(server, 'viewer');
  expect(links).toEqual([`https://hub.example/pair#${code}`]);
});

test('the cookie grants what the role grants, and scripts cannot read it', async ({ server }) => {
  const { response, cookie, secrets } = await pairDevice(server, 'approver');
  expect(response.status).toBe(201);
  expect(cookie).toMatch(/^reins_\w+=reins_[\w-]{43};/);
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/api']) expect(cookie).toContain(attribute);
  expect(cookie).not.toContain('Secure');
  expect(await (await as(server, secrets, '/api/me')).json()).toMatchObject({
    name: 'Phone',
    role: 'approver',
  });
  expect((await as(server, secrets, '/api/devices')).status).toBe(403);
});

test('counts guesses by the address of the connection, regardless of headers', async ({ server }) => {
  const guess = async (forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded };
    const body = { code: 'wrong' };
    return (await server.call('/api/pair', { method: 'POST', token: undefined, body, headers })).status;
  };
  const statuses: number[] = [];
  for (let count = 0; count < 21; count += 1) statuses.push(await guess(`10.0.0.${count}`));
  expect(statuses.slice(0, 20)).not.toContain(429);
  expect(statuses[20]).toBe(429);
  expect((await pairDevice(server, 'viewer')).response.status).toBe(201);
});

test('over HTTPS the cookie is restricted to HTTPS', async ({ server }) => {
  const { cookie } = await pairDevice(server, 'viewer', { 'x-forwarded-proto': 'https' });
  expect(cookie).toContain('Secure');
});

test('pages of another port of this machine cannot use the cookie', async ({ server }) => {
  const { secrets } = await pairDevice(server, 'operator');
  const response = await server.call('/api/pairings', {
    method: 'POST',
    token: undefined,
    body: {},
    headers: { ...secrets, origin: 'http://127.0.0.1:1' },
  });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ error: { code: 'origin_not_allowed' } });
});

test('the data that a server on another port sees is not enough', async ({ server }) => {
  const { pair, key, secrets } = await pairDevice(server, 'operator');
  const value = pair.split('=')[1] ?? '';
  const attempts = [
    { cookie: pair },
    { cookie: pair, 'x-reins-device-key': value },
    { cookie: pair, 'x-reins-device-key': 'x'.repeat(43) },
    { 'x-reins-device-key': key },
    ...[value, key, `${value}.${key}`].map((token) => ({ authorization: `Bearer ${token}` })),
    { authorization: `Bearer ${value}`, ...secrets },
  ];
  for (const headers of attempts) {
    expect((await as(server, headers, '/api/me')).status, JSON.stringify(headers)).toBe(401);
  }
  expect((await as(server, secrets, '/api/me')).status).toBe(200);

  const url = `${server.url.replace('http', 'ws')}/api/ws`;
  const opens = async (protocols: string[], headers: Record<string, string>) => {
    const socket = new WebSocket(url, protocols, { headers });
    const opened = await Promise.race([
      once(socket, 'open').then(() => true),
      once(socket, 'unexpected-response').then(() => false),
    ]).catch(() => false);
    socket.on('error', () => {}).terminate();
    return opened;
  };
  expect(await opens(['reins'], { cookie: pair })).toBe(false);
  expect(await opens(['reins', `reins.token.${value}`], { cookie: pair })).toBe(false);
  expect(await opens(['reins', `reins.device-key.${value}`], { cookie: pair })).toBe(false);
  expect(await opens(['reins', `reins.device-key.${key}`], {})).toBe(false);
  expect(await opens(['reins', `reins.device-key.${key}`], { cookie: pair })).toBe(true);
});

test('asks a browser without its key to pair again', async ({ server }) => {
  const { pair } = await pairDevice(server, 'viewer');
  expect(await (await as(server, { cookie: pair }, '/api/me')).json()).toMatchObject({
    error: { message: expect.stringContaining('reins pair'), details: { pair_again: true } },
  });
});

test('ends the open streams of a revoked device', async ({ server }) => {
  const { id, secrets } = await pairDevice(server, 'viewer');
  const stream = await server.stream('/api/events', { ...secrets, Authorization: '' });
  await server.call(`/api/devices/${id}`, { method: 'DELETE' });
  await stream.over;
  expect((await as(server, secrets, '/api/me')).status).toBe(401);
});

test('a device can sign itself out', async ({ server }) => {
  const { secrets } = await pairDevice(server, 'viewer');
  const left = await as(server, secrets, '/api/me', { method: 'DELETE' });
  expect(left.status).toBe(204);
  expect(left.headers.get('set-cookie')).toMatch(/Max-Age=0/);
  expect((await as(server, secrets, '/api/me')).status).toBe(401);
});
