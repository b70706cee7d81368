import { expect } from 'vitest';
import { type RunningServer, serverTest as test } from '../../../test/running-server.ts';
import type { CreatedToken } from '../../protocol/access.ts';

const add = (server: RunningServer, body: object) => server.call('/api/tokens', { method: 'POST', body });
const remove = (server: RunningServer, name: string) =>
  server.call(`/api/tokens/${name}`, { method: 'DELETE' });

test('a token is shown once and works until it is revoked', async ({ server }) => {
  const response = await add(server, { name: 'slack-bot', role: 'approver' });
  expect(response.status).toBe(201);
  const { token, ...info } = (await response.json()) as CreatedToken;
  expect(info).toEqual({ name: 'slack-bot', role: 'approver', created_at: expect.any(String) });
  expect(token).toMatch(/^reins_[\w-]{43}$/);

  const listed = await (await server.call('/api/tokens')).text();
  expect(JSON.parse(listed)).toMatchObject({
    items: [{ name: 'phone' }, { name: 'slack-bot' }, { name: 'watcher' }],
  });
  expect(listed).not.toContain(token);
  expect(listed).not.toContain('hash');

  expect((await server.call('/api/sessions', { token })).status).toBe(200);
  expect((await remove(server, 'slack-bot')).status).toBe(204);
  expect((await server.call('/api/sessions', { token })).status).toBe(401);
  const again = await remove(server, 'slack-bot');
  expect(await again.json()).toMatchObject({ error: { code: 'token_not_found' } });
});

test('a name is unique, and some are reserved', async ({ server }) => {
  for (const name of ['phone', 'operator', 'ingest']) {
    const response = await add(server, { name, role: 'viewer' });
    expect(response.status, name).toBe(409);
    expect(await response.json()).toMatchObject({ error: { code: 'token_exists', details: { name } } });
  }
  expect((await remove(server, 'operator')).status).toBe(404);
});

test('refuses invalid names and roles', async ({ server }) => {
  for (const body of [
    { name: 'a b', role: 'viewer' },
    { name: '', role: 'viewer' },
    { name: 'x', role: 'root' },
  ]) {
    expect((await add(server, body)).status).toBe(400);
  }
});
