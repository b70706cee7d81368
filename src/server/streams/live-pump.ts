/**
 * Sends text that is being written to one subscriber: the first piece immediately, then combined pieces at a
 * limited rate. Text is pulled when it is sent, so a slow subscriber gets fewer and larger pieces, and a
 * piece never follows the event of its item.
 */
import type { TextDelta } from '../../protocol/live.ts';
import type { LiveFeed } from '../server-deps.ts';

const PAUSE_MS = 40;

export interface LivePump {
  readonly live: LiveFeed;
  /** One session, or all if undefined. */
  readonly sessionId: string | undefined;
  /** Resolves when the subscriber is ready for more. Writes before it returns; must not throw. */
  readonly send: (deltas: readonly TextDelta[]) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Call it when the subscriber has all earlier events. Runs until the signal fires. Returns a function that sends the rest
 * immediately: call it before an event, so that earlier text is not sent after it.
 */
export function pumpLiveText({ live, sessionId, send, signal }: LivePump): () => Promise<void> {
  if (signal.aborted) return async () => {};
  let isResting = false;
  let isBehind = false;
  let timer: NodeJS.Timeout | undefined;
  const report = async () => {
    isBehind = false;
    const deltas = reader.take();
    if (deltas.length === 0) return;
    isResting = true;
    await send(deltas);
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(goOn, PAUSE_MS);
  };
  const goOn = () => {
    isResting = false;
    if (isBehind) void report();
  };
  const reader = live.follow(sessionId, () => {
    if (isResting) isBehind = true;
    else void report();
  });
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      reader.close();
    },
    { once: true },
  );
  void report();
  return () => (isBehind ? report() : Promise.resolve());
}
