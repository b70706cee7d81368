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

/** Goes on until the signal fires. */
export function pumpLiveText({ live, sessionId, send, signal }: LivePump): void {
  if (signal.aborted) return;
  let isResting = false;
  let isBehind = false;
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    isBehind = false;
    const deltas = reader.take();
    if (deltas.length === 0) return;
    isResting = true;
    void send(deltas).then(() => {
      if (!signal.aborted) timer = setTimeout(goOn, PAUSE_MS);
    });
  };
  const goOn = () => {
    isResting = false;
    if (isBehind) tell();
  };
  const reader = live.follow(sessionId, () => {
    if (isResting) isBehind = true;
    else tell();
  });
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      reader.close();
    },
    { once: true },
  );
  tell();
}
