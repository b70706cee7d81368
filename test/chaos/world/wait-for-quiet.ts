/** Waits until nothing happens any more. A run that never becomes quiet is checked in its state: then something is stuck. */
import { setTimeout as delay } from 'node:timers/promises';
import type { SessionAnswer } from '../../../src/protocol/api.ts';
import { patienceMs, testLimitMs } from '../../../stage/patience.ts';
import { readView } from './sessions.ts';
import type { World } from './world.ts';

const LOOK_MS = 500;
/** Longer than the hub takes to notice anything on its own. */
const QUIET_MS = 4000;

/** Gives up if nothing has changed for as long as a test waits for anything. */
export async function waitForQuiet(world: World, isAllSent: () => boolean): Promise<void> {
  const stuckMs = patienceMs();
  const deadline = Date.now() + testLimitMs();
  let known = '';
  let unchangedSince = Date.now();
  while (Date.now() < deadline) {
    const views = await Promise.all(world.plan.sessions.map(({ id }) => readView(world, id)));
    const isAtRest = isAllSent() && !world.racers.isRacing && views.every((view) => view && rests(view));
    const now = JSON.stringify([isAtRest, views.map((view) => view?.seq), world.stage.requests.length]);
    if (now !== known) [known, unchangedSince] = [now, Date.now()];
    if (Date.now() - unchangedSince >= (isAtRest ? QUIET_MS : stuckMs)) return;
    await delay(LOOK_MS);
  }
}

function rests({ status, messages, interactions }: SessionAnswer): boolean {
  return (
    status === 'idle' &&
    messages.every(({ state }) => state !== 'queued' && state !== 'delivered') &&
    interactions.every(({ state, answer }) => state !== 'open' && answer?.applied !== 'sent')
  );
}
