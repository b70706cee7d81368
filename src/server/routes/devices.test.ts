import { expect } from 'vitest';
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
  return { code, links, response, cookie, pair: cookie.split(';')[0] ?? '' };
}

const as = (server: RunningServer, cookie: string, path: string, options: object = {}) =>
  server.call(path, { token: undefined, headers: { cookie }, ...options });

test('a link leads to a page with the code in its fragment', async ({ server }) => {
  const { code, links } = await pairDevice(server, 'viewer');
  expect(links).toEqual([`https://hub.example/pair#${code}`]);
});

test('the cookie opens what the role opens, and scripts cannot read it', async ({ server }) => {
  const { response, cookie, pair } = await pairDevice(server, 'approver');
  expect(response.status).toBe(201);
  expect(cookie).toMatch(/^reins_\w+=[\w-]{43};/);
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/api']) expect(cookie).toContain(attribute);
  expect(cookie).not.toContain('Secure');
  expect(JSON.stringify(await response.json())).not.toContain(pair.split('=')[1]);
  expect(await (await as(server, pair, '/api/me')).json()).toMatchObject({ name: 'Phone', role: 'approver' });
  expect((await as(server, pair, '/api/devices')).status).toBe(403);
});

test('over HTTPS the cookie travels over HTTPS only', async ({ server }) => {
  const { cookie } = await pairDevice(server, 'viewer', { 'x-forwarded-proto': 'https' });
  expect(cookie).toContain('Secure');
});

test('pages of another port of this machine cannot use the cookie', async ({ server }) => {
  const { pair } = await pairDevice(server, 'operator');
  const response = await server.call('/api/pairings', {
    method: 'POST',
    token: undefined,
    body: {},
    headers: { cookie: pair, origin: 'http://127.0.0.1:1' },
  });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ error: { code: 'origin_not_allowed' } });
});

test('what a revoked device has open ends', async ({ server }) => {
  const { response, pair } = await pairDevice(server, 'viewer');
  const { id } = (await response.json()) as { id: string };
  const stream = await server.stream('/api/events', { cookie: pair, Authorization: '' });
  await server.call(`/api/devices/${id}`, { method: 'DELETE' });
  await stream.over;
  expect((await as(server, pair, '/api/me')).status).toBe(401);
});

test('a device can leave by itself', async ({ server }) => {
  const { pair } = await pairDevice(server, 'viewer');
  const left = await as(server, pair, '/api/me', { method: 'DELETE' });
  expect(left.status).toBe(204);
  expect(left.headers.get('set-cookie')).toMatch(/Max-Age=0/);
  expect((await as(server, pair, '/api/me')).status).toBe(401);
});
