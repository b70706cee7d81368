/** `reins fleet remove`: removes a host from the fleet and revokes its key. */
import { type FleetFiles, fleetFilesIn } from '../../fleet/fleet-files.ts';
import { locateHome } from '../../hub/home/reins-home.ts';
import type { RemovedHost } from '../../protocol/fleet-invitation.ts';
import { reloadWords } from '../fleet/nats-words.ts';
import { findOwnHub } from '../fleet/own-hub.ts';

export async function removeFleetHost(named: string): Promise<number> {
  const files = fleetFilesIn(locateHome(process.env).folder);
  const hub = await findOwnHub(process.env);
  const removed = hub ? await hub.fleet.remove(named) : await removeWithoutHub(files, named);
  console.log(describeRemoval(removed, files).join('\n'));
  return 0;
}

async function removeWithoutHub(files: FleetFiles, named: string): Promise<RemovedHost> {
  const { removeFromFleet: remove } = await import('../../fleet/remove-host.ts');
  return remove(files, named, new Date().toISOString());
}

function describeRemoval({ name, nats_server }: RemovedHost, files: FleetFiles): string[] {
  if (nats_server === undefined)
    return [
      `${name} is no longer listed. Its NATS login still works, so it comes back while its hub is running. Run "reins fleet leave" there, or revoke its login on the server.`,
    ];
  if (nats_server !== 'reloaded')
    return [
      `${name} is removed, but NATS still accepts its key until it reads its configuration again.`,
      ...reloadWords(nats_server, files),
    ];
  return [
    `${name} is removed: NATS no longer accepts its key or invitation, and the other hosts delete their copies of its sessions.`,
  ];
}
