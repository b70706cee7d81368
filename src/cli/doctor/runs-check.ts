/** Runs that the hub has started and that nobody looks after any more, and the way to end them. */
import { endProcess } from '../../drivers/end-process.ts';
import { listOwnRuns, type OwnRun } from '../../drivers/list-own-runs.ts';
import { readHubFile } from '../../hub/home/hub-file.ts';
import { locateHome } from '../../hub/home/reins-home.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { plural } from '../terminal/words.ts';
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
        message: length === 0 ? 'none' : `${plural(length, 'run', 'runs')}, in the hands of the hub`,
      };
    }
    const names = orphans
      .map(({ driver, sessionId, pid }) => `${sessionId} (${driver}, pid ${pid})`)
      .join(', ');
    const hasHub = readHubFile(home) !== undefined;
    return {
      verdict: 'warn',
      message: `${plural(orphans.length, 'session goes', 'sessions go')} on without a hub: ${names}`,
      fix: `${hasHub ? 'Restart the hub' : 'Start the hub with "reins up"'} to take ${orphans.length === 1 ? 'it' : 'them'} up, or end ${orphans.length === 1 ? 'it' : 'them'} with "reins doctor --end-runs".`,
    };
  },
};

/** Ends what no hub holds, gracefully first; returns what was ended. */
export async function endOrphans(env: NodeJS.ProcessEnv): Promise<OwnRun[]> {
  const orphans = await findOrphans(env);
  await Promise.all(orphans.map((run) => endProcess(run)));
  return orphans;
}

/** Living runs of this home that its hub does not know of, or all of them when there is no hub. */
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
    // No hub, so nothing is held.
  }
  return held;
}
