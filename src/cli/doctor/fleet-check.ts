/** Whether this host can take part in its fleet. Loads nothing of the fleet on a host that is in none. */
import { existsSync } from 'node:fs';
import { fleetFilesIn } from '../../fleet/fleet-files.ts';
import { locateHome } from '../../hub/home/reins-home.ts';
import type { Check } from './check.ts';

export const fleetCheck: Check = {
  name: 'Fleet',
  async look(env) {
    const { memberFile } = fleetFilesIn(locateHome(env).folder);
    if (!existsSync(memberFile)) return { verdict: 'ok', message: 'this host is not in a fleet' };
    return (await import('./diagnose-fleet.ts')).diagnoseFleet(memberFile);
  },
};
