import { expect, vi } from 'vitest';
import manifest from '../../package.json';
import { SESSION, serverTest as test } from '../../test/running-server.ts';
import { sessionIdSchema } from '../protocol/primitives.ts';

test('health needs no token and returns the version', async ({ server }) => {
  const response = await server.call('/api/health', { token: undefined });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ok', version: manifest.version });
});

test('an unexpected error does not leak its text', async ({ server }) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(server.deps.settings, 'get').mockImplementation(() => {
    throw new Error('the secret cause');
  });
  const response = await server.call('/api/settings');
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('secret');
  expect(log).toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('an invalid query names the field', async ({ server }) => {
  for (const [path, field] of [
    ['/api/sessions?limit=0', 'limit'],
    ['/api/sessions?status=busy', 'status'],
    ['/api/sessions?cursor=1%3B2', 'cursor'],
    ['/api/sessions/not-a-uuid', 'id'],
    [`/api/interactions?session=x`, 'session'],
    ['/api/events?raw=rows', 'raw'],
    ['/api/events?since=yesterday', 'since'],
  ]) {
    const response = await server.call(path ?? '');
    expect(response.status, path).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        code: 'invalid_request',
        message: expect.stringContaining(`${field}: `),
        details: { fields: [field] },
      },
    });
  }
});

test('refuses an id that is not a UUID, with an example', async ({ server }) => {
  const answers = [
    await server.call('/api/sessions/mine'),
    await server.call('/api/sessions', { method: 'POST', body: { session_id: 'mine', cwd: '/' } }),
  ];
  for (const answer of answers) {
    const { error } = (await answer.json()) as { error: { message: string } };
    expect(error.message).toMatch(/id: .*UUIDs?, for example \S+\./);
    const [example] = /[0-9a-f-]{36}/.exec(error.message) ?? [];
    expect(sessionIdSchema.safeParse(example).success).toBe(true);
  }
});

test('an invalid body names the field', async ({ server }) => {
  const refusals: [body: unknown, message: string, headers?: Record<string, string>][] = [
    [{ prot: 1 }, 'Unknown field "prot".'],
    [{ a: 1, b: 2 }, 'Unknown fields "a", "b".'],
    [{ port: 70_000 }, 'port: '],
    [[], 'The input: '],
    ['{"port":', 'Malformed JSON in request body.'],
    ['port=1', 'Content-Type: application/json', { 'Content-Type': 'text/plain' }],
  ];
  for (const [body, message, headers = {}] of refusals) {
    const response = await server.call('/api/settings', { method: 'PATCH', body, headers });
    expect([400, 415]).toContain(response.status);
    expect(((await response.json()) as { error: { message: string } }).error.message).toContain(message);
  }
});

test('bodies have a limit, announced or not', async ({ server }) => {
  const body = `{"allowed_hosts": ["${'x'.repeat(1024 * 1024)}"]}`;
  const announced = await server.call('/api/settings', { method: 'PATCH', body });
  expect(announced.status).toBe(413);
  expect(await announced.json()).toMatchObject({ error: { code: 'too_large' } });
  const chunked = await fetch(`${server.url}/api/settings`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${server.tokens.operator}`, 'Content-Type': 'application/json' },
    body: new Blob([body]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(chunked.status).toBe(413);
});

test('a chunked body within the limit is read', async ({ server }) => {
  const response = await fetch(`${server.url}/api/settings`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${server.tokens.operator}`, 'Content-Type': 'application/json' },
    body: new Blob(['{"port": 4821}']).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(await response.json()).toMatchObject({ port: 4821 });
});

test('compresses large answers for clients on other machines that support it', async ({ server }) => {
  server.append('session_started', { how: 'startup' }, { observed: { title: 'x'.repeat(5000) } });
  const path = `/api/sessions/${SESSION}`;
  const headers = { 'Accept-Encoding': 'gzip', 'X-Forwarded-For': '192.0.2.1' };
  const packed = await server.call(path, { headers });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(await packed.json()).toMatchObject({ title: 'x'.repeat(5000) });
  const plain = await server.call(path, {
    headers: { ...headers, 'Accept-Encoding': 'gzip;q=0, identity' },
  });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const here = await server.call(path, { headers: { 'Accept-Encoding': 'gzip' } });
  expect(here.headers.get('content-encoding')).toBeNull();
});
