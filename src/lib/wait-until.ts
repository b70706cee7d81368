/** Waits for a condition with a deadline, instead of sleeping and hoping. */
import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  /** Give up after this long. */
  readonly timeoutMs: number;
  /** The pause between two attempts. By default it grows with the time waited. */
  readonly everyMs?: number;
  /** Added to the error on timeout: the last observed state. */
  readonly explain?: () => string | Promise<string>;
}

/** The shortest and longest pause, and the fraction of the time waited so far that a pause may take. */
const REST = { shortestMs: 20, longestMs: 250, part: 1 / 8 };

/**
 * Calls `look` until it returns something truthy and returns that.
 * Throws on timeout, naming `what`. An error thrown by `look` ends the wait immediately.
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
