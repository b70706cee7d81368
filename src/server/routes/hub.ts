/** The hub itself: health, settings and setup. */
import { presentSession } from '../../core/present-session.ts';
import { REINS_VERSION } from '../../lib/version.ts';
import type { Handlers } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';
import { requireSession } from '../session-answers.ts';

export function hubHandlers({ prove, settings, setup, reader }: ServerDeps) {
  return {
    'GET /api/health': ({ c, query: { challenge } }) => {
      const port = c.env.incoming.socket.localPort;
      const proof = challenge !== undefined && port !== undefined && { proof: prove(challenge, port) };
      return { status: 'ok', version: REINS_VERSION, ...proof };
    },
    'GET /api/settings': () => settings.get(),
    'PATCH /api/settings': ({ body }) => settings.patch(body),
    'GET /api/setup': () => setup.get(),
    'POST /api/setup/sample': async ({ c, identity }) => {
      const id = await setup.startSample(identity.name);
      c.header('Location', `/api/sessions/${id}`);
      return presentSession(requireSession(reader, id));
    },
  } satisfies Partial<Handlers>;
}
