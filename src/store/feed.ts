/**
 * Subscriptions: history from where the reader left off, then live, with no gap and no repeat. Commits go to
 * each follower that has caught up. A slow one drops them and reads them from the log instead, so it costs
 * nothing and delays no one.
 */
import type { EventLog, LoggedEvent } from './event-log.ts';
import type { LogReader, StoredEvent } from './log-reader.ts';

const PAGE = 500;
/** How much a follower may leave unread before it must read from the log. */
const HELD_EVENTS = 1000;
const HELD_BYTES = 1024 * 1024;

export interface Following {
  /** Start after this global position. */
  readonly after: number;
  readonly sessionId?: string;
  readonly signal: AbortSignal;
  /** Called once, when the reader has processed everything that was in the log. */
  readonly onCaughtUp?: (() => void) | undefined;
}

interface Follower {
  readonly sessionId: string | undefined;
  /** Whether everything before `held` has been read; otherwise nothing is held. */
  hasCaughtUp: boolean;
  held: StoredEvent[];
  heldBytes: number;
  wake: () => void;
}

export class Feed {
  readonly #reader: LogReader;
  readonly #followers = new Set<Follower>();

  constructor(log: EventLog, reader: LogReader) {
    this.#reader = reader;
    log.onCommit((events) => this.#hand(events));
  }

  /** Endless pages of events in order. Ends when the signal fires. Never yields an empty page. */
  async *follow({ after, sessionId, signal, onCaughtUp }: Following): AsyncGenerator<readonly StoredEvent[]> {
    const follower: Follower = { sessionId, hasCaughtUp: false, held: [], heldBytes: 0, wake: () => {} };
    const onAbort = () => {
      this.#followers.delete(follower);
      follower.wake();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#followers.add(follower);
    let position = after;
    let reportCaughtUp = onCaughtUp;
    try {
      while (!signal.aborted) {
        const page = follower.hasCaughtUp ? takeHeld(follower) : this.#readOn(follower, position);
        const last = page.at(-1);
        if (last) {
          position = last.position;
          yield page;
        } else if (follower.hasCaughtUp) {
          reportCaughtUp?.();
          reportCaughtUp = undefined;
          await new Promise<void>((resolve) => {
            follower.wake = resolve;
          });
        }
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#followers.delete(follower);
    }
  }

  /**
   * The next page from the log. Nothing can be committed meanwhile, so after the last page the follower is up
   * to date.
   */
  #readOn(follower: Follower, after: number): readonly StoredEvent[] {
    const { sessionId } = follower;
    const page = this.#reader.events({ after, limit: PAGE, ...(sessionId !== undefined && { sessionId }) });
    follower.hasCaughtUp = page.length === 0;
    return page;
  }

  #hand(events: readonly LoggedEvent[]): void {
    const bySession = new Map<string | undefined, StoredEvent[]>([[undefined, []]]);
    for (const { event, session, ...rest } of events) {
      const stored = { ...rest, type: event.type };
      bySession.get(undefined)?.push(stored);
      const others = bySession.get(session);
      if (others) others.push(stored);
      else bySession.set(session, [stored]);
    }
    for (const follower of this.#followers) {
      const wanted = bySession.get(follower.sessionId);
      if (wanted) hold(follower, wanted);
    }
  }
}

function hold(follower: Follower, events: readonly StoredEvent[]): void {
  if (!follower.hasCaughtUp) return;
  for (const event of events) {
    follower.held.push(event);
    follower.heldBytes += event.json.length + (event.raw?.length ?? 0);
  }
  if (follower.held.length > HELD_EVENTS || follower.heldBytes > HELD_BYTES) {
    takeHeld(follower);
    follower.hasCaughtUp = false;
  }
  follower.wake();
}

function takeHeld(follower: Follower): readonly StoredEvent[] {
  const { held } = follower;
  follower.held = [];
  follower.heldBytes = 0;
  return held;
}
