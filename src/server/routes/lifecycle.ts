/** Starting, changing and ending sessions. Each call returns the resulting session. */
import { presentSession } from '../../core/present-session.ts';
import type { Session } from '../../protocol/session.ts';
import type { Handlers, Shared } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';
import { requireSession, steeringOf } from '../session-answers.ts';

export function lifecycleHandlers(deps: ServerDeps, { routing }: Shared) {
  const { reader, steering } = deps;
  const show = (sessionId: string): Session => presentSession(requireSession(reader, sessionId));
  return {
    'POST /api/sessions': async ({ c, body: { host, ...body }, identity }) => {
      const elsewhere = await routing.start(c, host, body);
      if (elsewhere) return elsewhere;
      const { sessionId, isNew } = await steering.create(body, identity.name);
      return c.json(show(sessionId), isNew ? 201 : 200, { Location: `/api/sessions/${sessionId}` });
    },
    'PATCH /api/sessions/:id': async ({ params: { id }, body, identity }) => {
      await steeringOf(deps, id).change(id, body, identity.name);
      return show(id);
    },
    'DELETE /api/sessions/:id': async ({ params: { id }, identity }) => {
      await steeringOf(deps, id).stop(id, identity.name);
      return show(id);
    },
    'POST /api/sessions/:id/resume': async ({ params: { id }, body, identity }) => {
      await steeringOf(deps, id).resume(id, body, identity.name);
      return show(id);
    },
    'POST /api/sessions/:id/fork': async ({ c, params: { id }, body, identity }) => {
      const copy = await steeringOf(deps, id).fork(id, body, identity.name);
      c.header('Location', `/api/sessions/${copy}`);
      return show(copy);
    },
    'POST /api/sessions/:id/takeover': async ({ params: { id }, body, identity }) => {
      await steeringOf(deps, id).takeover(id, body, identity.name);
      return show(id);
    },
    'POST /api/sessions/:id/interrupt': async ({ params: { id }, identity }) => {
      await steeringOf(deps, id).interrupt(id, identity.name);
      return show(id);
    },
  } satisfies Partial<Handlers>;
}
