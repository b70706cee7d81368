/** For tests with fake timers: lets time pass until something has happened. */
import { vi } from 'vitest';

const STEP_MS = 10;
const LONGEST_MS = 60_000;

export async function passTimeUntil(what: string, look: () => unknown): Promise<void> {
  for (let passed = 0; !look(); passed += STEP_MS) {
    if (passed >= LONGEST_MS) throw new Error(`Fake time ran out while waiting for ${what}`);
    await vi.advanceTimersByTimeAsync(STEP_MS);
  }
}
