/** Devices: inviting, pairing, listing, changing, revoking; and who the caller is. */
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { devicePatchSchema, newPairingSchema, pairSchema } from '../../protocol/devices.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { DeviceCookie } from '../access/device-cookie.ts';
import type { AppEnv } from '../app-env.ts';
import { failures, json } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';

const invite = createRoute({
  method: 'post',
  path: '/api/pairings',
  summary: 'Invites a device',
  description:
    'The code works once, for ten minutes. `links` open the page with it; the code is in their fragment.',
  tags: ['access'],
  request: { body: { required: true, content: { 'application/json': { schema: newPairingSchema } } } },
  responses: { 201: json('The invitation', 'Pairing'), ...failures(400, 401, 403, 413, 415) },
});

const pair = createRoute({
  method: 'post',
  path: '/api/pair',
  summary: 'Pairs the calling device',
  description:
    'Needs no token but the code of an invitation. The device gets two secrets and needs both: a cookie that scripts cannot ' +
    'read, and `key`, to be sent with every request as `X-Reins-Device-Key`, on sockets as the subprotocol `reins.device-key.KEY`.',
  tags: ['access'],
  request: { body: { required: true, content: { 'application/json': { schema: pairSchema } } } },
  responses: { 201: json('The device', 'PairedDevice'), ...failures(400, 403, 413, 415, 429) },
});

const list = createRoute({
  method: 'get',
  path: '/api/devices',
  summary: 'Paired devices',
  tags: ['access'],
  responses: { 200: json('The devices', 'DeviceList'), ...failures(401, 403) },
});

const DEVICE = z.object({ id: z.string() });

const change = createRoute({
  method: 'patch',
  path: '/api/devices/{id}',
  summary: 'Renames a device, or gives it another role',
  tags: ['access'],
  request: {
    params: DEVICE,
    body: { required: true, content: { 'application/json': { schema: devicePatchSchema } } },
  },
  responses: { 200: json('The device', 'Device'), ...failures(400, 401, 403, 404, 413, 415) },
});

const revoke = createRoute({
  method: 'delete',
  path: '/api/devices/{id}',
  summary: 'Revokes a device',
  description: 'Streams and sockets that it opened end at once.',
  tags: ['access'],
  request: { params: DEVICE },
  responses: { 204: { description: 'It opens nothing any more' }, ...failures(401, 403, 404) },
});

const me = createRoute({
  method: 'get',
  path: '/api/me',
  summary: 'Who the caller is',
  tags: ['access'],
  responses: { 200: json('Name and role', 'Me'), ...failures(401, 403) },
});

const leave = createRoute({
  method: 'delete',
  path: '/api/me',
  summary: 'Unpairs the calling device',
  tags: ['access'],
  responses: { 204: { description: 'It opens nothing any more' }, ...failures(400, 401, 403) },
});

export function addDeviceRoutes(
  app: OpenAPIHono<AppEnv>,
  { devices, addresses }: Pick<ServerDeps, 'devices' | 'addresses'>,
  cookie: DeviceCookie,
): void {
  app.openapi(invite, (c) => {
    const pairing = devices.invite(c.req.valid('json'));
    // A fragment stays in the browser: it reaches no log and no proxy.
    const links = addresses().map((address) => `${address}/pair#${pairing.code}`);
    return c.json({ ...pairing, links }, 201);
  });

  app.openapi(pair, (c) => {
    const address = c.env.incoming.socket.remoteAddress ?? 'unknown';
    const { device, secrets } = devices.pair(c.req.valid('json'), address, cookie.read(c));
    cookie.give(c, secrets.cookie);
    return c.json({ ...device, key: secrets.key }, 201);
  });

  app.openapi(list, (c) => c.json({ items: devices.list() }, 200));
  app.openapi(change, (c) => c.json(devices.change(c.req.valid('param').id, c.req.valid('json')), 200));
  app.openapi(revoke, (c) => {
    devices.remove(c.req.valid('param').id);
    return c.body(null, 204);
  });

  app.openapi(me, (c) => {
    const { name, role, device } = c.get('identity');
    return c.json({ name, role, ...(device && { device_id: device }) }, 200);
  });
  app.openapi(leave, (c) => {
    const { device } = c.get('identity');
    if (device === undefined) {
      throw new ReinsError(
        'invalid_request',
        'Only a paired device can leave; tokens are revoked by "reins token revoke".',
      );
    }
    devices.remove(device);
    cookie.take(c);
    return c.body(null, 204);
  });
}
