/** How long to wait before a retry: longer each time, and never all clients at the same time. */

/** Resolves after the pause for this number of consecutive failures, or immediately when the signal fires. */
export type Backoff = (failures: number, signal: AbortSignal) => Promise<void>;

const FIRST_MS = 250;
const LONGEST_MS = 5000;

export const backOff: Backoff = (failures, signal) => pause(pauseMs(failures), signal);

/** For something that a person has just done and is looking at. */
export const backOffBriefly: Backoff = (failures, signal) => pause(Math.min(3000, 300 * failures), signal);

/** Between half and the whole of a pause that doubles: 0.25 s, 0.5 s, … 5 s. */
export function pauseMs(failures: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return longest * (0.5 + random() / 2);
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
