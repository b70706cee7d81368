/** Waits for a condition with a deadline, instead of sleeping and hoping. */
import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  /** Give up after this long. */
  readonly timeoutMs: number;
  /** How long to rest between two looks. */
  readonly everyMs?: number;
  /** Added to the error when time runs out: what was seen instead. */
  readonly explain?: () => string | Promise<string>;
}

/**
 * Calls `look` until it returns something truthy and returns that.
 * Throws when the deadline passes, naming `what`; whatever `look` throws ends the wait at once.
 */
export async function waitUntil<T>(
  what: string,
  look: () => T | Promise<T>,
  { timeoutMs, everyMs = 20, explain }: WaitOptions,
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const seen = await look();
    if (seen) return seen as NonNullable<Exclude<T, false>>;
    if (performance.now() > deadline) {
      const details = explain ? `\n${await explain()}` : '';
      throw new Error(`Timed out after ${timeoutMs} ms waiting for ${what}.${details}`);
    }
    await delay(everyMs);
  }
}
