/**
 * Repeatable randomness: `REINS_SEED=<n>` runs the tests again with the numbers of an earlier run. Without it, each worker
 * chooses a seed and prints it when a test first uses it.
 */
import { randomInt } from 'node:crypto';

let chosen: number | undefined;

/** The seed of this worker, for generators with their own state such as fast-check. */
export function seed(): number {
  if (chosen === undefined) {
    chosen = Number(process.env['REINS_SEED'] ?? randomInt(2 ** 31));
    console.log(`REINS_SEED=${chosen}`);
  }
  return chosen;
}

/** A generator of numbers from 0 to 1, 1 excluded, that starts at the seed (mulberry32). */
export function seededRandom(from = seed()): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
