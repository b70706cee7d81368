/**
 * How long tests wait before they give up. There is one deadline, long enough for everything that should happen at all, and
 * extended on a slow or busy machine; so a passed deadline means that something never happened.
 */
import { pbkdf2Sync } from 'node:crypto';
import { type WaitOptions, waitUntil as waitWithin } from '../src/lib/wait-until.ts';

/** Set by vitest.config.ts, which measures once for all workers. */
const SLOWNESS = 'STAGE_SLOWNESS';

export function patienceMs(): number {
  return Math.round(60_000 * Number(process.env[SLOWNESS] ?? 1));
}

/** For a whole test, which waits more than once. Tests that repeat themselves multiply it. */
export function testLimitMs(): number {
  return 5 * patienceMs();
}

/** Calls `look` until it returns something truthy and returns that. */
export function waitUntil<T>(
  what: string,
  look: () => T | Promise<T>,
  options: Omit<WaitOptions, 'timeoutMs'> = {},
): ReturnType<typeof waitWithin<T>> {
  return waitWithin(what, look, { ...options, timeoutMs: patienceMs() });
}

/** How long the measured work takes on an idle machine of the kind that runs CI. */
const IDLE_MS = 80;

/** Measures how much slower this machine is now than an idle one, and extends all deadlines accordingly. */
export function stretchPatience(): void {
  const started = performance.now();
  pbkdf2Sync('work', 'measured', 400_000, 32, 'sha256');
  process.env[SLOWNESS] ??= Math.max(1, (performance.now() - started) / IDLE_MS).toFixed(1);
}
