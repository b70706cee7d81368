/** Devices: inviting, pairing, listing, changing, revoking; and the caller's own identity. */
import { isCopy } from '../../hub/fleet/both-logs.ts';
import { optionalField } from '../../lib/optional-field.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Handlers, Shared } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';
import { requireSession } from '../session-answers.ts';

export function deviceHandlers({ devices, addresses, reader, showSession }: ServerDeps, { cookie }: Shared) {
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
    'POST /api/sessions/:id/share': async ({ params: { id }, body, identity }) => {
      if (isCopy(id))
        throw new ReinsError('invalid_request', 'Share this session on its own host, where its link leads.');
      await showSession(id);
      const { observed } = requireSession(reader, id);
      const { hours, name = `Link to ${observed.title?.value || 'a session'}`.slice(0, 60) } = body;
      const { code, ...share } = devices.share(id, { hours, name }, identity.name);
      return { ...share, links: addresses().map((address) => `${address}/share/${id}#${code}`) };
    },
    'GET /api/devices': () => ({ items: devices.list() }),
    'PATCH /api/devices/:id': ({ params, body }) => devices.change(params.id, body),
    'DELETE /api/devices/:id': ({ params, identity }) => {
      devices.remove(params.id, 'revoked', identity.name);
    },
    'GET /api/me': ({ identity: { name, role, device, session } }) => ({
      name,
      role,
      ...(device && { device_id: device }),
      ...(session && {
        session_id: session,
        ...optionalField('expires_at', devices.get(device)?.expires_at),
      }),
    }),
    'DELETE /api/me': ({ c, identity: { device } }) => {
      if (device === undefined) {
        throw new ReinsError(
          'invalid_request',
          'Only a paired device can sign itself out. Revoke tokens with "reins token revoke".',
        );
      }
      devices.remove(device, 'left');
      cookie.take(c);
    },
  } satisfies Partial<Handlers>;
}
