import { expect } from 'vitest';
import { type RunningServer, SESSION, serverTest as test } from '../../../test/running-server.ts';
import type { DeviceRole } from '../../protocol/devices.ts';
import { createClient } from '../../sdk/client.ts';
import { actingFor } from './acting-for.ts';

const ada = (server: RunningServer, role: DeviceRole, token = server.tokens.operator) =>
  createClient({ url: server.url, token, actingFor: { name: 'Ada Ünal', role } });

test('records the person together with the token, in the role that was named', async ({ server }) => {
  expect(await ada(server, 'approver').me()).toMatchObject({
    name: 'Ada Ünal via operator',
    role: 'approver',
  });
  server.append('session_started', { how: 'startup' });
  await expect(ada(server, 'approver').send(SESSION, { text: 'go' })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await ada(server, 'operator').send(SESSION, { text: 'go' });
  expect(JSON.stringify(server.steered)).toContain('Ada Ünal via operator');
});

test('never raises the role of the token', async ({ server }) => {
  const { role, name } = await ada(server, 'operator', server.tokens.viewer).me();
  expect([role, name]).toEqual(['viewer', 'Ada Ünal via watcher']);
});

test('refuses invalid names and roles, and tokens that people do not use', async ({ server }) => {
  const statusOf = async (headers: Record<string, string>, token = server.tokens.operator) =>
    (await server.call('/api/me', { token, headers })).status;
  expect(await statusOf({ 'x-reins-for': 'Ada' })).toBe(200);
  const invalid = ['', '%20', '%', 'x'.repeat(101), 'a%0Ab', 'a%E2%80%AEb'];
  for (const name of invalid) expect(await statusOf({ 'x-reins-for': name }), name).toBe(400);
  expect(await statusOf({ 'x-reins-for-role': 'viewer' })).toBe(400);
  for (const role of ['ingest', 'root'])
    expect(await statusOf({ 'x-reins-for': 'Ada', 'x-reins-for-role': role }), role).toBe(400);
  expect(await statusOf({ 'x-reins-for': 'Ada' }, server.tokens.ingest)).toBe(400);
});

test('refuses a device', () => {
  const device = { id: 'device:1', name: 'phone', role: 'operator', device: '1' } as const;
  expect(() => actingFor(device, () => 'Ada')).toThrow('Only a token');
  expect(actingFor(device, () => undefined)).toBe(device);
});
