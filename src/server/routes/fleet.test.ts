import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../../test/running-server.ts';
import { fleetFilesIn } from '../../fleet/fleet-files.ts';
import { foundFleet } from '../../fleet/founding.ts';
import { FleetAdmin } from '../../hub/fleet/fleet-admin.ts';

test('operators invite and remove hosts of a fleet that was founded here; viewers see them', async () => {
  const home = mkdtempSync(join(tmpdir(), 'reins-fleet-routes-'));
  const now = () => Date.parse('2026-11-17T10:00:00Z');
  const server = await startServer({ fleetAdmin: new FleetAdmin({ home, now }) });
  const call = async (method: string, path: string, { body, as }: { body?: object; as?: string } = {}) => {
    const token = as === undefined ? undefined : server.tokens[as as keyof typeof server.tokens];
    const response = await server.call(path, { method, body, ...(token !== undefined && { token }) });
    return { status: response.status, json: await response.json() };
  };
  try {
    const invite = (body: object, as?: string) =>
      call('POST', '/api/fleet/invitations', { body, ...(as && { as }) });
    expect(await invite({ name: 'laptop' })).toMatchObject({
      ...{ status: 400, json: { error: { message: expect.stringContaining('reins fleet init') } } },
    });
    const address = { listen: '127.0.0.1:1', url: 'nats://127.0.0.1:1' };
    foundFleet(fleetFilesIn(home), {
      fleet: 'lab',
      name: 'home',
      ...address,
      now: new Date(now()).toISOString(),
    });
    expect(await invite({ name: 'laptop', max_role: 'viewer' })).toMatchObject({
      status: 201,
      json: {
        invitation: expect.stringMatching(/^reins-fleet-1:/),
        ...{ expires_at: '2026-11-18T10:00:00.000Z', nats_server: 'not_running' },
      },
    });
    expect((await invite({ name: 'a b' })).status).toBe(400);
    expect((await invite({ name: 'x', power: 'all' })).status).toBe(400);
    expect((await invite({ name: 'x' }, 'viewer')).status).toBe(403);
    expect((await call('DELETE', '/api/hosts/laptop', { as: 'viewer' })).status).toBe(403);
    expect((await call('POST', '/api/fleet/refresh', { as: 'viewer' })).status).toBe(403);
    expect(await call('GET', '/api/hosts', { as: 'viewer' })).toMatchObject({
      ...{ status: 200, json: { items: [{ name: 'testhost', is_self: true, state: 'online' }] } },
    });
    expect((await call('DELETE', '/api/hosts/nobody')).status).toBe(404);
    expect(await call('DELETE', '/api/hosts/laptop')).toMatchObject({
      ...{ status: 200, json: { name: 'laptop', nats_server: 'not_running' } },
    });
    expect((await call('POST', '/api/fleet/refresh')).status).toBe(200);
  } finally {
    await server.close();
    rmSync(home, { recursive: true });
  }
});
