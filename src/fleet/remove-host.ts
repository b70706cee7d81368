/** Removes a host from the fleet: its key, if this host founded the fleet, and its entry among the hosts. */
import { ReinsError } from '../protocol/errors.ts';
import type { RemovedHost } from '../protocol/fleet-invitation.ts';
import { removeHost } from './admission.ts';
import { connectSoon } from './connect-soon.ts';
import type { FleetFiles } from './fleet-files.ts';
import { type Membership, requireMembership } from './membership.ts';
import { openHosts, readHeartbeats } from './prepare-streams.ts';

/** By name or id. Throws `not_found`. Members delete their copies when the entry is gone. */
export async function removeFromFleet(files: FleetFiles, named: string, now: string): Promise<RemovedHost> {
  const membership = requireMembership(files.memberFile);
  if (membership.founder === undefined) return removeEntry(membership, named);
  const { host, reload } = removeHost(files, named, now);
  // Without NATS there is no one to inform; a hub that connects later finds no key for the host.
  await removeEntry(membership, host.id).catch(() => {});
  return { host_id: host.id, name: host.name, nats_server: reload };
}

async function removeEntry(membership: Membership, named: string): Promise<RemovedHost> {
  const nats = await connectSoon(membership, 'Check the login of this host with "reins fleet status".');
  try {
    const host = (await readHeartbeats(nats)).find(
      ({ host_id, name }) => host_id === named || name === named,
    );
    if (!host)
      throw new ReinsError(
        'not_found',
        `There is no host ${named} in the fleet. "reins fleet ls" lists them.`,
      );
    if (host.host_id === membership.host_id)
      throw new ReinsError(
        'invalid_request',
        'This is the host itself. To leave the fleet, run "reins fleet leave".',
      );
    await (await openHosts(nats)).delete(host.host_id);
    return { host_id: host.host_id, name: host.name };
  } finally {
    await nats.close();
  }
}
