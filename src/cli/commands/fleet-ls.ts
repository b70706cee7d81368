/** `reins fleet ls`: lists the hosts of the fleet, and the invitations that are still open. */
import { invitedHosts, renderHosts } from '../fleet/host-rows.ts';
import { findOwnFleet, listFleet } from '../fleet/look-at-fleet.ts';
import { printJson } from '../print.ts';

export async function listHosts({ json }: { readonly json?: boolean }): Promise<number> {
  const own = await findOwnFleet(process.env);
  const { fleet, items } = await listFleet(own);
  const now = Date.now();
  const invited = invitedHosts(own.files, now);
  if (json) {
    printJson({ ...(fleet && { fleet }), items, invited });
    return 0;
  }
  console.log(renderHosts(items, invited, { founder: own.membership.founder, now }));
  if (!own.hub) console.log('\nThe hub on this host is not running. Start it with "reins up --detach".');
  else if (!fleet?.is_connected)
    console.log('\nThe hub has no connection to NATS, so states may be old. "reins fleet status" shows why.');
  else if (items.length + invited.length === 1)
    console.log(
      `\nNo other hosts yet. ${own.membership.founder ? 'Invite another one with "reins fleet invite NAME".' : 'Others join with "reins fleet join --server", as this one did.'}`,
    );
  return 0;
}
