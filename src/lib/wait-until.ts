/** Waits for a condition with a deadline, instead of sleeping and hoping. */
import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  /** Give up after this long. */
  readonly timeoutMs: number;
  /** How long to rest between two looks; longer the longer it has waited, unless told. */
  readonly everyMs?: number;
  /** Added to the error when time runs out: what was seen instead. */
  readonly explain?: () => string | Promise<string>;
}

/** The longest and shortest rest, and the part of the time waited so far that a rest may add to it. */
const REST = { shortestMs: 20, longestMs: 250, part: 1 / 8 };

/**
 * Calls `look` until it returns something truthy and returns that.
 * Throws when the deadline passes, naming `what`; whatever `look` throws ends the wait at once.
 */
export async function waitUntil<T>(
  what: string,
  look: () => T | Promise<T>,
  { timeoutMs, everyMs, explain }: WaitOptions,
): Promise<NonNullable<Exclude<T, false>>> {
  const started = performance.now();
  for (;;) {
    const seen = await look();
    if (seen) return seen as NonNullable<Exclude<T, false>>;
    const waited = performance.now() - started;
    if (waited > timeoutMs) {
      const details = explain ? `\n${await explain()}` : '';
      throw new Error(`Timed out after ${timeoutMs} ms waiting for ${what}.${details}`);
    }
    await delay(everyMs ?? Math.min(REST.longestMs, Math.max(REST.shortestMs, waited * REST.part)));
  }
}
