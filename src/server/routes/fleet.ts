/** The hosts of the fleet: list, invite, remove; and reading the membership of this host again. */
import type { Handlers } from '../handle-routes.ts';
import type { ServerDeps } from '../server-deps.ts';

export function fleetHandlers({ fleet, fleetAdmin }: ServerDeps) {
  return {
    'GET /api/hosts': () => fleet.list(),
    'POST /api/fleet/invitations': ({ body }) => fleetAdmin.invite(body),
    'DELETE /api/hosts/:host_id': ({ params }) => fleetAdmin.remove(params.host_id),
    'POST /api/fleet/refresh': async () => {
      await fleet.refresh();
      return fleet.list();
    },
  } satisfies Partial<Handlers>;
}
