/** A link to one session: what it opens, on every route and socket, and when it stops working. */
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
import type { Share } from '../../protocol/devices.ts';
import { ROUTES } from '../../protocol/routes/all-routes.ts';
import type { Route } from '../../protocol/routes/define-routes.ts';

const routes = Object.entries<Route>(ROUTES);

/** Opens a link, as the page does. */
async function follow(server: RunningServer, session = SESSION, hours = 1) {
  const { name, device_id, code } = server.deps.devices.share(session, { hours, name: 'Ann' }, 'me');
  const { secrets } = server.deps.devices.pair({ code }, 'here');
  const cookie = `reins_${server.deps.epoch.replace(/[^0-9a-z]/gi, '').slice(0, 12)}=${secrets.cookie}`;
  return { id: device_id, name, code, headers: { cookie, 'x-reins-device-key': secrets.key } };
}

async function call(server: RunningServer, key: string, headers: Record<string, string>, id = SESSION) {
  const [method = '', path = ''] = key.split(' ');
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const response = await server.call(path.replace(/:\w+/g, id), {
    ...{ method, token: undefined, headers },
    ...(hasBody && { body: {} }),
  });
  await response.body?.cancel();
  return response.status;
}

function start(server: RunningServer): void {
  for (const sessionId of [SESSION, OTHER_SESSION])
    server.append('session_started', { how: 'startup' }, { sessionId });
}

test('exactly these routes are marked for links, and none of them changes anything but the link', () => {
  expect(routes.filter(([, { shared }]) => shared).map(([key, { shared }]) => [key, shared])).toEqual([
    ['GET /api/sessions/:id', 'session'],
    ['GET /api/sessions/:id/turns', 'session'],
    ['GET /api/sessions/:id/export', 'session'],
    ['GET /api/sessions/:id/timeline', 'session'],
    ['GET /api/sessions/:id/events', 'session'],
    ['GET /api/me', 'self'],
    ['DELETE /api/me', 'self'],
  ]);
  for (const [, { shared, role }] of routes) if (shared) expect(role).toBe('viewer');
});

test('every route but the marked ones is refused', async ({ server }) => {
  start(server);
  for (const [key, { shared, role }] of routes) {
    // One for each call, since a call may end it.
    const own = await call(server, key, (await follow(server)).headers);
    const isOpen = shared !== undefined || role === 'anyone';
    // Pairing with a wrong code is refused for another reason.
    if (key !== 'POST /api/pair') expect([key, own === 403 || own === 401]).toEqual([key, !isOpen]);
    if (shared === 'session') expect([key, own]).toEqual([key, 200]);
  }
});

test('another session is refused, however it is named', async ({ server }) => {
  start(server);
  const { headers } = await follow(server);
  const [first = '', ...rest] = SESSION;
  const names = [
    OTHER_SESSION,
    `${SESSION}@elsewhere`,
    SESSION.toUpperCase(),
    `%${first.charCodeAt(0).toString(16)}${rest.join('')}x`,
  ];
  for (const [key, { shared }] of routes) {
    if (shared !== 'session') continue;
    for (const name of names) {
      if (name === SESSION) continue;
      expect([key, name, [400, 403, 404].includes(await call(server, key, headers, name))]).toEqual([
        key,
        name,
        true,
      ]);
    }
    const [, path = ''] = key.split(' ');
    const elsewhere = await server.call(`${path.replace(':id', SESSION)}?host=other`, {
      token: undefined,
      headers,
    });
    await elsewhere.body?.cancel();
    expect([key, elsewhere.status]).toEqual([key, 403]);
  }
  expect(await call(server, 'GET /api/sessions/:id', headers, OTHER_SESSION)).toBe(403);
});

test('sockets are refused', async ({ server }) => {
  start(server);
  const { headers } = await follow(server);
  for (const path of ['/api/ws', `/api/sessions/${SESSION}/terminal`]) {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`, ['reins'], { headers });
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    expect([path, response.statusCode]).toEqual([path, 403]);
    socket.terminate();
  }
});

test('a link is made over the API, works once, is listed, and is revoked with its streams', async ({
  server,
}) => {
  start(server);
  const made = await server.call(`/api/sessions/${SESSION}/share`, {
    method: 'POST',
    body: { hours: 2, name: 'Ann' },
  });
  const { links, ...share } = (await made.json()) as Share;
  expect([made.status, share]).toEqual([
    201,
    { device_id: expect.any(String), name: 'Ann', expires_at: expect.any(String) },
  ]);
  const [code = ''] = (links[0] ?? '').split('#').slice(1);
  expect(links[0]).toContain(`/share/${SESSION}#`);
  const list = async () => (await (await server.call('/api/devices')).json()) as { items: object[] };
  expect((await list()).items).toMatchObject([
    { name: 'Ann', role: 'viewer', session_id: SESSION, is_unused: true },
  ]);
  expect(JSON.stringify(await list())).not.toContain(code);

  const { secrets } = server.deps.devices.pair({ code }, 'here');
  expect(() => server.deps.devices.pair({ code }, 'there')).toThrow(
    expect.objectContaining({ code: 'pairing_refused' }),
  );
  const cookie = `reins_${server.deps.epoch.replace(/[^0-9a-z]/gi, '').slice(0, 12)}=${secrets.cookie}`;
  const headers = { cookie, 'x-reins-device-key': secrets.key };
  const me = await server.call('/api/me', { token: undefined, headers });
  expect(await me.json()).toMatchObject({
    role: 'viewer',
    session_id: SESSION,
    expires_at: share.expires_at,
  });
  const raised = await server.call(`/api/devices/${share.device_id}`, {
    method: 'PATCH',
    body: { role: 'operator' },
  });
  expect(raised.status).toBe(400);

  const stream = await server.call(`/api/sessions/${SESSION}/events`, { token: undefined, headers });
  expect(stream.status).toBe(200);
  const ended = stream.text().then(
    () => true,
    () => true,
  );
  await server.call(`/api/devices/${share.device_id}`, { method: 'DELETE' });
  expect(await ended).toBe(true);
  expect(await call(server, 'GET /api/sessions/:id', headers)).toBe(401);
});

test('a link that was revoked before it was opened does not work', async ({ server }) => {
  const { device_id, code } = server.deps.devices.share(SESSION, { hours: 1, name: 'Ann' }, 'me');
  server.deps.devices.remove(device_id);
  expect(() => server.deps.devices.pair({ code }, 'here')).toThrow(
    expect.objectContaining({ code: 'pairing_refused' }),
  );
});

test('access ends by itself, with its streams', async ({ server }) => {
  start(server);
  const { headers, id } = await follow(server, SESSION, 0.0005);
  const stream = await server.call(`/api/sessions/${SESSION}/events`, { token: undefined, headers });
  await stream.text().catch(() => '');
  await waitUntil('the end', () => server.deps.devices.get(id) === undefined);
  expect(await call(server, 'GET /api/sessions/:id', headers)).toBe(401);
});
