/** The client calls about the hosts of the fleet. */
import type { HostList } from '../protocol/fleet.ts';
import type { Invited, NewInvitation, RemovedHost } from '../protocol/fleet-invitation.ts';
import type { CallHub } from './hub-request.ts';

/** Calls about the hosts of the fleet. */
export interface FleetCalls {
  /** This host first. Without a fleet it is the only one. */
  hosts(): Promise<HostList>;
  /** Only on the host that founded the fleet. The response contains the invitation, only this once. */
  invite(invitation: NewInvitation): Promise<Invited>;
  /** By name or id. */
  remove(host: string): Promise<RemovedHost>;
  /** Makes the hub reload its membership. */
  refresh(): Promise<HostList>;
}

export function fleetCalls(call: CallHub): FleetCalls {
  return {
    hosts: () => call('GET /api/hosts'),
    invite: (body) => call('POST /api/fleet/invitations', { body }),
    remove: (host_id) => call('DELETE /api/hosts/:host_id', { params: { host_id } }),
    refresh: () => call('POST /api/fleet/refresh'),
  };
}
