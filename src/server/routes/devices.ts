/** Devices: inviting, pairing, listing, changing, revoking; and the caller's own identity. */
import { ReinsError } from '../../protocol/errors.ts';
import type { Handlers, Shared } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';

export function deviceHandlers({ devices, addresses }: ServerDeps, { cookie }: Shared) {
  return {
    'POST /api/pairings': ({ body }) => {
      const pairing = devices.invite(body);
      // A fragment stays in the browser: it reaches no log and no proxy.
      return { ...pairing, links: addresses().map((address) => `${address}/pair#${pairing.code}`) };
    },
    'POST /api/pair': ({ c, body }) => {
      const address = c.env.incoming.socket.remoteAddress ?? 'unknown';
      const { device, secrets } = devices.pair(body, address, cookie.read(c));
      cookie.give(c, secrets.cookie);
      return { ...device, key: secrets.key };
    },
    'GET /api/devices': () => ({ items: devices.list() }),
    'PATCH /api/devices/:id': ({ params, body }) => devices.change(params.id, body),
    'DELETE /api/devices/:id': ({ params }) => {
      devices.remove(params.id);
    },
    'GET /api/me': ({ identity: { name, role, device } }) => ({
      name,
      role,
      ...(device && { device_id: device }),
    }),
    'DELETE /api/me': ({ c, identity: { device } }) => {
      if (device === undefined) {
        throw new ReinsError(
          'invalid_request',
          'Only a paired device can sign itself out. Revoke tokens with "reins token revoke".',
        );
      }
      devices.remove(device);
      cookie.take(c);
    },
  } satisfies Partial<Handlers>;
}
