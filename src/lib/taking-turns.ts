/** Hands on what a long synchronous work yields, and lets others have their turn in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long others may have to wait for their turn, if no single step takes longer. */
const SLICE_MS = 5;

export async function* takingTurns<T>(work: Iterable<T>, sliceMs = SLICE_MS): AsyncGenerator<T, void> {
  let since = performance.now();
  for (const step of work) {
    yield step;
    if (performance.now() - since < sliceMs) continue;
    await nextTurn();
    since = performance.now();
  }
}
