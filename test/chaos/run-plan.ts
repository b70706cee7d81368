/** Performs a plan from its first prompt to quiet, and returns its record. */
import { setTimeout as delay } from 'node:timers/promises';
import type { RunRecord } from './record.ts';
import { collect } from './world/collect.ts';
import { playFaults } from './world/fault-player.ts';
import { keepAlive, sendPrompts, startSessions } from './world/sessions.ts';
import { waitForQuiet } from './world/wait-for-quiet.ts';
import type { World } from './world/world.ts';

export async function runPlan(world: World): Promise<RunRecord> {
  await startSessions(world);
  world.startedAt = Date.now();
  const keeping = new AbortController();
  const kept = world.plan.sessions.map((session) => keepAlive(world, session, keeping.signal));
  let isAllSent = false;
  void sendPrompts(world).then(() => {
    isAllSent = true;
  });
  const faults = await playFaults(world);
  await delay(Math.max(0, world.startedAt + world.plan.durationMs - Date.now()));
  await waitForQuiet(world, () => isAllSent);
  keeping.abort();
  await Promise.all(kept);
  return collect(world, faults);
}
