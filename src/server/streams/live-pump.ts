/**
 * Tells one subscriber what is being written: the first piece at once, then what has come together meanwhile, at most so
 * often. What is new is taken in the moment it is sent, so a slow subscriber gets fewer and larger pieces, and a piece
 * never follows the event of its item.
 */
import type { TextDelta } from '../../protocol/live.ts';
import type { LiveFeed } from '../server-deps.ts';

const PAUSE_MS = 40;

export interface LivePump {
  readonly live: LiveFeed;
  /** One session; all of them when undefined. */
  readonly sessionId: string | undefined;
  /** Resolves when the subscriber can take more. Writes before it returns; must not throw. */
  readonly send: (deltas: readonly TextDelta[]) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Goes on until the signal fires. Returns what tells at once whatever is left: to be called before an event, so that
 * text which was written before it is not told after it.
 */
export function pumpLiveText({ live, sessionId, send, signal }: LivePump): () => Promise<void> {
  if (signal.aborted) return async () => {};
  let isResting = false;
  let isBehind = false;
  let timer: NodeJS.Timeout | undefined;
  const tell = async () => {
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
    if (isBehind) void tell();
  };
  const reader = live.follow(sessionId, () => {
    if (isResting) isBehind = true;
    else void tell();
  });
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      reader.close();
    },
    { once: true },
  );
  void tell();
  return () => (isBehind ? tell() : Promise.resolve());
}
