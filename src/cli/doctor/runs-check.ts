/** Runs that the hub has started and that no hub controls any more, and how to end them. */
import { endProcess } from '../../drivers/end-process.ts';
import { listOwnRuns, type OwnRun } from '../../drivers/list-own-runs.ts';
import { readHubFile } from '../../hub/home/hub-file.ts';
import { locateHome } from '../../hub/home/reins-home.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { plural } from '../terminal/format.ts';
import type { Check } from './check.ts';

export const runsCheck: Check = {
  name: 'Runs',
  async look(env) {
    const home = locateHome(env);
    const orphans = await findOrphans(env);
    if (orphans.length === 0) {
      const { length } = listOwnRuns(home.folder);
      return {
        verdict: 'ok',
        message: length === 0 ? 'none' : `${plural(length, 'run', 'runs')}, controlled by the hub`,
      };
    }
    const names = orphans
      .map(({ driver, sessionId, pid }) => `${sessionId} (${driver}, pid ${pid})`)
      .join(', ');
    const hasHub = readHubFile(home) !== undefined;
    return {
      verdict: 'warn',
      message: `${plural(orphans.length, 'session runs', 'sessions run')} without a hub: ${names}`,
      fix: `${hasHub ? 'Restart the hub' : 'Start the hub with "reins up"'} to adopt ${orphans.length === 1 ? 'it' : 'them'}, or end ${orphans.length === 1 ? 'it' : 'them'} with "reins doctor --end-runs".`,
    };
  },
};

/** Ends runs without a hub, gracefully at first; returns them. */
export async function endOrphans(env: NodeJS.ProcessEnv): Promise<OwnRun[]> {
  const orphans = await findOrphans(env);
  await Promise.all(orphans.map((run) => endProcess(run)));
  return orphans;
}

/** Live runs of this home that its hub does not list, or all of them if there is no hub. */
async function findOrphans(env: NodeJS.ProcessEnv): Promise<OwnRun[]> {
  const runs = listOwnRuns(locateHome(env).folder);
  if (runs.length === 0) return [];
  const held = await heldPids(env);
  return runs.filter(({ pid }) => !held.has(pid));
}

async function heldPids(env: NodeJS.ProcessEnv): Promise<ReadonlySet<number>> {
  const held = new Set<number>();
  try {
    for await (const { pid, driver, status } of findHub({ ...env, REINS_URL: undefined }).client.listAll()) {
      if (status !== 'ended' && driver !== 'external' && pid !== undefined) held.add(pid);
    }
  } catch {
    // Without a hub, no run is controlled.
  }
  return held;
}
