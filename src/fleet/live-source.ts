/** Sends text of one session while it is being written, for as long as one call lasts. */
import type { TextDelta } from '../protocol/live.ts';

/** The other host calls again while someone there is still watching. */
const LEASE_MS = 20_000;
/** Between two messages: small pieces travel together. */
const PAUSE_MS = 40;

/** The part of the hub's live text that is needed here. */
export interface LiveSource {
  follow(
    sessionId: string,
    wake: () => void,
  ): {
    take(): readonly TextDelta[];
    close(): void;
  };
}

export async function* sendLive(
  live: LiveSource,
  sessionId: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let wake = () => {};
  let isBehind = true;
  const reader = live.follow(sessionId, () => {
    isBehind = true;
    wake();
  });
  const until = performance.now() + LEASE_MS;
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted && performance.now() < until) {
      if (isBehind) {
        isBehind = false;
        const lines = reader.take().map((delta) => `${JSON.stringify(delta)}\n`);
        if (lines.length > 0) yield Buffer.from(lines.join(''));
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      } else {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, until - performance.now());
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    reader.close();
  }
}
