/** `reins fleet leave`: this host leaves its fleet; the founder ends it. */
import { type FleetFiles, fleetFilesIn } from '../../fleet/fleet-files.ts';
import { readFounding } from '../../fleet/founding.ts';
import { announceLeave, leaveFleet } from '../../fleet/joining.ts';
import { type Membership, readMembership } from '../../fleet/membership.ts';
import { locateHome } from '../../hub/home/reins-home.ts';
import { hubWords, refreshHub } from '../fleet/own-hub.ts';
import { usageError } from '../usage-error.ts';

export async function leave({ force = false }: { readonly force?: boolean }): Promise<number> {
  const files = fleetFilesIn(locateHome(process.env).folder);
  const membership = readForLeaving(files, force);
  if (!membership) {
    console.log('This host is not in a fleet.');
    return 0;
  }
  const isFounder = membership.founder === membership.host_id;
  if (isFounder && !force) refuseToEnd(files);
  leaveFleet(files);
  // The hub disconnects first, so that it does not announce itself again.
  const hub = await refreshHub(process.env);
  console.log(
    `This host has left the fleet "${membership.fleet}". The copies of other hosts' sessions are deleted.`,
  );
  if (hub === 'failed') console.log(hubWords(hub).join('\n'));
  if (isFounder) console.log(`The fleet has ended. Stop nats-server; its data is in ${files.storeFolder}.`);
  else console.log(await farewell(membership));
  return 0;
}

/** With --force, even files that are damaged are deleted. */
function readForLeaving(files: FleetFiles, force: boolean): Membership | undefined {
  try {
    return readMembership(files.memberFile);
  } catch (error) {
    if (!force) throw error;
    leaveFleet(files);
    return undefined;
  }
}

function refuseToEnd(files: FleetFiles): void {
  const others = readFounding(files)?.hosts.slice(1) ?? [];
  if (others.length === 0) return;
  throw usageError(
    `This host founded the fleet: if it leaves, the fleet ends for ${others.map(({ name }) => name).join(', ')}. Run "reins fleet leave --force" to end it.`,
  );
}

async function farewell(membership: Membership): Promise<string> {
  try {
    await announceLeave(membership);
    return membership.founder === undefined
      ? 'Its NATS login is still valid. Revoke it on the server if nothing else uses it.'
      : 'The other hosts delete their copies of its sessions, and its key is revoked.';
  } catch {
    return `Failed to inform the other hosts. If they still list it, run "reins fleet remove ${membership.name}" on the host that founded the fleet.`;
  }
}
