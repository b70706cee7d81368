/** What the hub of the founder does for the other hosts while it runs. */
import { admitHost, checkInvitation, replaceKey } from './admission.ts';
import type { FounderDuties } from './fleet.ts';
import type { FleetFiles } from './fleet-files.ts';
import { removeFromFleet } from './remove-host.ts';

export function founderDuties(files: FleetFiles, now: () => string): FounderDuties {
  return {
    check: (host) => checkInvitation(files, host, now()),
    admit: (host, publicKey) => void admitHost(files, host, publicKey, now()),
    replaceKey: (host, publicKey) => void replaceKey(files, host, publicKey, now()),
    remove: async (host) => void (await removeFromFleet(files, host, now())),
  };
}
