/** `reins fleet rotate`: replaces the key with which this host logs in to NATS. */
import { fleetFilesIn } from '../../fleet/fleet-files.ts';
import { rotateKey } from '../../fleet/joining.ts';
import { requireMembership } from '../../fleet/membership.ts';
import { locateHome } from '../../hub/home/reins-home.ts';
import { hubWords, refreshHub } from '../fleet/own-hub.ts';

export async function rotateFleetKey(): Promise<number> {
  const files = fleetFilesIn(locateHome(process.env).folder);
  const { name } = await rotateKey(files, requireMembership(files.memberFile), new Date().toISOString());
  const hub = await refreshHub(process.env);
  console.log(`${name} has a new key. The old one no longer works.`);
  if (hub === 'failed') console.log(hubWords(hub).join('\n'));
  return 0;
}
