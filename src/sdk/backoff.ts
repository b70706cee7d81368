/** How long to wait before trying again: longer each time, never all clients at once. */

/** Resolves after the pause that suits the number of failures in a row, at once when the signal fires. */
export type Backoff = (failures: number, signal: AbortSignal) => Promise<void>;

const FIRST_MS = 250;
const LONGEST_MS = 5000;

export const backOff: Backoff = (failures, signal) => pause(pauseMs(failures), signal);

/** For what a person has just done and looks at. */
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
