/** The hub itself: health and settings. */
import { REINS_VERSION } from '../../lib/version.ts';
import type { Handlers } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';

export function hubHandlers({ prove, settings }: ServerDeps) {
  return {
    'GET /api/health': ({ c, query: { challenge } }) => {
      const port = c.env.incoming.socket.localPort;
      const proof = challenge !== undefined && port !== undefined && { proof: prove(challenge, port) };
      return { status: 'ok', version: REINS_VERSION, ...proof };
    },
    'GET /api/settings': () => settings.get(),
    'PATCH /api/settings': ({ body }) => settings.patch(body),
  } satisfies Partial<Handlers>;
}
