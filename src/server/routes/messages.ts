/** Prompts to a session: sending them, and the queue of undelivered ones. */
import type { Handlers } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';
import { steeringOf } from '../session-answers.ts';

export function messageHandlers(deps: ServerDeps) {
  return {
    'POST /api/sessions/:id/message': ({
      params: { id },
      body: { deliver_when_back: _, ...body },
      identity,
    }) => steeringOf(deps, id).send(id, body, identity.name),
    'GET /api/sessions/:id/queue': ({ params: { id } }) => ({ items: steeringOf(deps, id).queue(id) }),
    'PATCH /api/sessions/:id/queue/:message_id': ({ params: { id, message_id }, body, identity }) =>
      steeringOf(deps, id).changeMessage(id, message_id, body, identity.name),
    'DELETE /api/sessions/:id/queue/:message_id': ({ params: { id, message_id }, identity }) =>
      steeringOf(deps, id).removeMessage(id, message_id, identity.name),
  } satisfies Partial<Handlers>;
}
