/** Routes about the hosts of the fleet. Each is about the hub that is called. */
import { z } from 'zod';
import { hostListSchema } from '../fleet.ts';
import { invitedSchema, newInvitationSchema, removedHostSchema } from '../fleet-invitation.ts';
import { defineRoutes } from './define-routes.ts';

export const fleetRoutes = defineRoutes('fleet', {
  'GET /api/hosts': {
    id: 'listHosts',
    role: 'viewer',
    summary: 'Lists the hosts of the fleet.',
    description:
      'This host is first. On a host that is not in a fleet, it is the only one, and `fleet` is absent.',
    answers: { 200: ['The hosts', hostListSchema] },
  },
  'POST /api/fleet/invitations': {
    id: 'inviteHost',
    role: 'operator',
    summary: 'Invites a host to the fleet.',
    description:
      'Only on the host that founded the fleet. The invitation works once, for a day; `reins fleet join` uses it. It is in this ' +
      'answer only. An unused invitation for the same name stops working.',
    body: newInvitationSchema,
    answers: { 201: ['The invitation', invitedSchema] },
  },
  'DELETE /api/hosts/:host_id': {
    id: 'removeHost',
    role: 'operator',
    summary: 'Removes a host from the fleet.',
    description:
      'By id or name. On the host that founded the fleet, this revokes the key of the host or its invitation. In a fleet on a NATS ' +
      'server that others run, it only deletes the entry of the host: revoke its login on the server as well.',
    params: z.object({ host_id: z.string() }),
    answers: { 200: ['The host that was removed', removedHostSchema] },
    fails: [404],
  },
  'POST /api/fleet/refresh': {
    id: 'refreshFleet',
    role: 'operator',
    summary: 'Reads the membership of this host again.',
    description:
      'For programs that have changed the files of the fleet: the hub joins or leaves without a restart.',
    answers: { 200: ['The hosts', hostListSchema] },
  },
});
