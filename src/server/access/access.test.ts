import { once } from 'node:events';
import { request } from 'node:http';
import { expect } from 'vitest';
import { OTHER_SESSION, type RunningServer, SESSION, serverTest } from '../../../test/running-server.ts';
import { MESSAGE } from '../../../test/scripted-steering.ts';
import { roleSchema } from '../../protocol/access.ts';
import { ROUTES } from '../../protocol/routes/all-routes.ts';
import { createApp } from '../app.ts';
import { mayCall, type Need } from './access-table.ts';

const test = serverTest;

/** A call of each route that succeeds for permitted callers. */
const CALLS: Readonly<Record<string, { path: string; body?: unknown; status?: number }>> = {
  'GET /api/health': { path: '/api/health' },
  'GET /api/sessions': { path: '/api/sessions' },
  'POST /api/sessions': { path: '/api/sessions', body: {}, status: 201 },
  'GET /api/sessions/:id': { path: `/api/sessions/${SESSION}` },
  'PATCH /api/sessions/:id': { path: `/api/sessions/${SESSION}`, body: { name: 'mine' } },
  'DELETE /api/sessions/:id': { path: `/api/sessions/${SESSION}` },
  'GET /api/sessions/:id/turns': { path: `/api/sessions/${SESSION}/turns` },
  'GET /api/sessions/:id/images': { path: `/api/sessions/${SESSION}/images?item=prompt:a` },
  'GET /api/sessions/:id/events': { path: `/api/sessions/${SESSION}/events` },
  'GET /api/folders': { path: '/api/folders?path=%2F' },
  'GET /api/sessions/:id/models': { path: `/api/sessions/${SESSION}/models` },
  'GET /api/sessions/:id/commands': { path: `/api/sessions/${SESSION}/commands` },
  'GET /api/sessions/:id/files': { path: `/api/sessions/${SESSION}/files?q=a` },
  'GET /api/usage': { path: '/api/usage' },
  'GET /api/sessions/:id/timeline': { path: `/api/sessions/${SESSION}/timeline` },
  'GET /api/sessions/:id/permission-rules': { path: `/api/sessions/${SESSION}/permission-rules` },
  'GET /api/sessions/:id/export': { path: `/api/sessions/${SESSION}/export` },
  'GET /api/sessions/:id/pending-questions': { path: `/api/sessions/${SESSION}/pending-questions` },
  'POST /api/sessions/:id/resume': { path: `/api/sessions/${SESSION}/resume` },
  'POST /api/sessions/:id/fork': { path: `/api/sessions/${SESSION}/fork`, status: 201 },
  'POST /api/sessions/:id/takeover': { path: `/api/sessions/${SESSION}/takeover` },
  'POST /api/sessions/:id/interrupt': { path: `/api/sessions/${SESSION}/interrupt` },
  'POST /api/sessions/:id/message': {
    path: `/api/sessions/${SESSION}/message`,
    body: { text: 'hello' },
    status: 202,
  },
  'GET /api/sessions/:id/queue': { path: `/api/sessions/${SESSION}/queue` },
  'PATCH /api/sessions/:id/queue/:message_id': {
    path: `/api/sessions/${SESSION}/queue/${MESSAGE}`,
    body: { text: 'hello' },
  },
  'DELETE /api/sessions/:id/queue/:message_id': { path: `/api/sessions/${SESSION}/queue/${MESSAGE}` },
  'GET /api/sessions/:id/screen': { path: `/api/sessions/${SESSION}/screen` },
  'GET /api/sessions/:id/attach': { path: `/api/sessions/${SESSION}/attach` },
  'GET /api/sessions/:id/terminal': { path: `/api/sessions/${SESSION}/terminal`, status: 426 },
  'GET /api/events': { path: '/api/events' },
  'GET /api/search': { path: '/api/search?q=words', status: 503 },
  'GET /api/history': { path: '/api/history' },
  'POST /api/history/prune': { path: '/api/history/prune', body: { days: 30, dry_run: true } },
  'GET /api/interactions': { path: '/api/interactions' },
  'POST /api/interactions/:id/answer': { path: '/api/interactions/some/answer', body: {}, status: 409 },
  'POST /api/sessions/:id/answer': {
    path: `/api/sessions/${SESSION}/answer`,
    body: { toolUseId: 'none', answers: {} },
    status: 404,
  },
  'GET /api/audit': { path: '/api/audit' },
  'GET /api/policy': { path: '/api/policy' },
  'PUT /api/policy': { path: '/api/policy', body: { rules: [] } },
  'POST /api/policy/simulate': { path: '/api/policy/simulate', body: {} },
  'GET /api/ws': { path: '/api/ws', status: 426 },
  'POST /api/hooks': { path: '/api/hooks', body: { session_id: SESSION, hook_event_name: 'Stop' } },
  'GET /api/settings': { path: '/api/settings' },
  'PATCH /api/settings': { path: '/api/settings', body: {} },
  'GET /api/setup': { path: '/api/setup' },
  'POST /api/setup/sample': { path: '/api/setup/sample', status: 201 },
  'GET /api/tokens': { path: '/api/tokens' },
  'POST /api/tokens': { path: '/api/tokens', body: { name: 'fresh', role: 'viewer' }, status: 201 },
  'DELETE /api/tokens/:name': { path: '/api/tokens/fresh', status: 204 },
  'POST /api/pairings': { path: '/api/pairings', body: {}, status: 201 },
  'POST /api/pair': { path: '/api/pair', body: { code: 'none' }, status: 403 },
  'GET /api/devices': { path: '/api/devices' },
  'PATCH /api/devices/:id': { path: '/api/devices/none', body: { name: 'mine' }, status: 404 },
  'DELETE /api/devices/:id': { path: '/api/devices/none', status: 404 },
  'GET /api/hosts': { path: '/api/hosts' },
  // The hub of the test is in no fleet.
  'POST /api/fleet/invitations': { path: '/api/fleet/invitations', body: { name: 'laptop' }, status: 400 },
  'DELETE /api/hosts/:host_id': { path: '/api/hosts/laptop', status: 400 },
  'POST /api/fleet/refresh': { path: '/api/fleet/refresh' },
  'GET /api/me': { path: '/api/me' },
  'DELETE /api/me': { path: '/api/me', status: 400 },
  // A token is not a device: there is no place to send to.
  'GET /api/push': { path: '/api/push', status: 400 },
  'POST /api/push/subscription': {
    path: '/api/push/subscription',
    body: { endpoint: 'https://push.example/x', keys: { p256dh: 'x', auth: 'x' } },
    status: 400,
  },
  'DELETE /api/push/subscription': { path: '/api/push/subscription', status: 400 },
  'PUT /api/push/preferences': { path: '/api/push/preferences', body: {}, status: 400 },
  'POST /api/push/test': { path: '/api/push/test', status: 400 },
  'POST /api/push/test-channels': { path: '/api/push/test-channels' },
  'POST /api/push/test/:device_id': { path: '/api/push/test/none', status: 409 },
  'POST /api/push/receipts': { path: '/api/push/receipts', body: { id: 'x', state: 'shown' }, status: 204 },
  'GET /api/push/deliveries': { path: '/api/push/deliveries' },
  'POST /api/push/rotate': { path: '/api/push/rotate', status: 204 },
  'GET /api/openapi.json': { path: '/api/openapi.json' },
  'GET /api/docs': { path: '/api/docs' },
};

async function statusOf(server: RunningServer, route: string, token: string | undefined): Promise<number> {
  const { path, body } = CALLS[route] ?? { path: '' };
  const response = await server.call(path, { token, method: route.split(' ')[0] ?? '', body });
  await response.body?.cancel();
  return response.status;
}

test('every route is in the table, and the table names no other', ({ server }) => {
  const routes = server.app.routes.filter(({ method }) => method !== 'ALL');
  const registered = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  expect([...registered].sort()).toEqual(Object.keys(ROUTES).sort());
  expect(Object.keys(CALLS).sort()).toEqual(Object.keys(ROUTES).sort());
});

test('each role may do exactly what the table allows', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  for (const [route, { role: need }] of Object.entries(ROUTES)) {
    for (const role of roleSchema.options) {
      const expected = mayCall(role, need) ? (CALLS[route]?.status ?? 200) : 403;
      expect(await statusOf(server, route, server.tokens[role]), `${route} as ${role}`).toBe(expected);
    }
  }
});

test('allows only health without a known token', async ({ server }) => {
  for (const [route, { role: need }] of Object.entries(ROUTES)) {
    const expected = need === 'anyone' ? (CALLS[route]?.status ?? 200) : 401;
    for (const token of [undefined, 'x'.repeat(43), '']) {
      expect(await statusOf(server, route, token), `${route} with ${token}`).toBe(expected);
    }
  }
});

test('a route without a definition is closed to everyone', async ({ server }) => {
  const app = createApp(server.deps);
  app.get('/api/undefined', (c) => c.text('open'));
  for (const role of roleSchema.options) {
    const headers = { Host: '127.0.0.1', Authorization: `Bearer ${server.tokens[role]}` };
    expect((await app.request('/api/undefined', { headers }, {})).status, role).toBe(403);
  }
});

test('the order of roles', () => {
  const needs: Need[] = ['anyone', 'viewer', 'approver', 'operator', 'ingest'];
  const may = Object.fromEntries(
    roleSchema.options.map((role) => [role, needs.filter((need) => mayCall(role, need))]),
  );
  expect(may).toEqual({
    viewer: ['anyone', 'viewer'],
    approver: ['anyone', 'viewer', 'approver'],
    operator: ['anyone', 'viewer', 'approver', 'operator'],
    ingest: ['anyone', 'ingest'],
  });
});

test('ignores a token in the query string', async ({ server }) => {
  const { operator } = server.tokens;
  const response = await server.call(`/api/sessions?token=${operator}&access_token=${operator}`, {
    token: undefined,
  });
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
  expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } });
});

test('only the pages accept the token as a password', async ({ server }) => {
  const basic = `Basic ${Buffer.from(`me:${server.tokens.viewer}`).toString('base64')}`;
  const statusWith = async (path: string) =>
    (await server.call(path, { token: undefined, headers: { Authorization: basic } })).status;
  expect(await statusWith('/api/docs')).toBe(200);
  expect(await statusWith('/api/openapi.json')).toBe(200);
  expect(await statusWith('/api/sessions')).toBe(401);
});

test('ends the streams of a revoked token', async ({ server }) => {
  const stream = await server.stream('/api/events');
  await server.call('/api/tokens/phone', { method: 'DELETE' });
  server.append('session_started', { how: 'startup' });
  await stream.waitForFrames(1);
  expect(stream.isOver).toBe(false);
  await server.call('/api/tokens/watcher', { method: 'DELETE' });
  await stream.over;
  expect((await server.call('/api/sessions', { token: server.tokens.viewer })).status).toBe(401);
});

test('ignores a body that arrives after the revocation', async ({ server }) => {
  const { token } = server.deps.tokens.add({ name: 'slow', role: 'operator' });
  const body = JSON.stringify({ name: 'renamed' });
  server.append('session_started', { how: 'startup' });
  const sent = request(`${server.url}/api/sessions/${SESSION}`, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Expect: '100-continue',
    },
  });
  sent.flushHeaders();
  // The server reports when it passes on the request, so the first check is done.
  await once(sent, 'continue');
  server.deps.tokens.remove('slow');
  sent.end(body);
  const [response] = await once(sent, 'response');
  expect(response.statusCode).toBe(401);
  expect(server.steered).toEqual([]);
});

/** A request with chosen Host and Origin headers, which fetch does not allow. */
function requestAs(server: RunningServer, headers: Record<string, string>): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}/api/health`, { headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve([response.statusCode ?? 0, text]));
    });
    sent.on('error', reject).end();
  });
}

test('answers to loopback names only, whatever the port', async ({ server }) => {
  for (const host of [
    'localhost',
    'localhost:4820',
    '127.0.0.1:1',
    '127.8.9.10',
    '[::1]:4820',
    'LOCALHOST',
  ]) {
    expect((await requestAs(server, { host }))[0], host).toBe(200);
  }
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', '10.0.0.1']) {
    const [status, text] = await requestAs(server, { host });
    expect(status, host).toBe(403);
    expect(text).toContain('host_not_allowed');
  }
});

test('answers to names that the settings allow', async ({ server }) => {
  const host = 'Hub.Example:4820';
  expect((await requestAs(server, { host }))[0]).toBe(403);
  await server.call('/api/settings', {
    method: 'PATCH',
    body: { allowed_hosts: ['hub.example', 'fe80::1'] },
  });
  expect((await requestAs(server, { host }))[0]).toBe(200);
  expect((await requestAs(server, { host: '[fe80::1]:80' }))[0]).toBe(200);
});

test('only its own pages may call', async ({ server }) => {
  const host = new URL(server.url).host;
  expect((await requestAs(server, { host, origin: server.url }))[0]).toBe(200);
  for (const origin of ['http://evil.example', 'null', `http://localhost:1`, `${server.url}.evil.example`]) {
    const [status, text] = await requestAs(server, { host, origin });
    expect(status, origin).toBe(403);
    expect(text).toContain('origin_not_allowed');
  }
});

test('distinguishes an unknown session from an unknown path', async ({ server }) => {
  const session = await server.call(`/api/sessions/${OTHER_SESSION}`);
  expect(await session.json()).toMatchObject({ error: { code: 'session_not_found' } });
  const path = await server.call('/api/nowhere');
  expect(path.status).toBe(404);
  expect(await path.json()).toMatchObject({ error: { code: 'not_found' } });
});
