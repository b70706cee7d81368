/** Before the end-to-end suite: removes what an earlier, killed run left behind. */
import { sweepLeftovers } from '../stage/stage-folder.ts';
import { unmountLeftovers } from './chaos/world/small-disk.ts';

export async function setup(): Promise<void> {
  unmountLeftovers();
  const swept = await sweepLeftovers();
  if (swept.length > 0) console.log(`Removed ${swept.length} abandoned stage(s) of an earlier run.`);
}
