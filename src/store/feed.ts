/**
 * Subscriptions: history from where the reader left off, then live, with no gap and no repeat.
 * Readers pull: one that is slow falls behind in the log and costs nothing; nobody waits for it.
 */
import type { EventLog, LoggedEvent } from './event-log.ts';
import type { LogReader, StoredEvent } from './log-reader.ts';

const PAGE = 500;

export interface Following {
  /** Begin after this global position. */
  readonly after: number;
  readonly sessionId?: string;
  readonly signal: AbortSignal;
}

interface Waiter {
  readonly sessionId: string | undefined;
  readonly wake: (events: readonly StoredEvent[]) => void;
}

export class Feed {
  readonly #reader: LogReader;
  readonly #waiters = new Set<Waiter>();

  constructor(log: EventLog, reader: LogReader) {
    this.#reader = reader;
    log.onCommit((events) => this.#wake(events));
  }

  /** Pages of events in order, for ever; ends when the signal fires. Never yields an empty page. */
  async *follow({ after, sessionId, signal }: Following): AsyncGenerator<readonly StoredEvent[]> {
    let position = after;
    while (!signal.aborted) {
      // Reading and waiting happen in one go: nothing can be committed in between.
      const stored = this.#reader.events({ after: position, limit: PAGE, ...(sessionId && { sessionId }) });
      const page = stored.length > 0 ? stored : await this.#wait(sessionId, signal);
      const last = page.at(-1);
      if (!last) return;
      position = last.position;
      yield page;
    }
  }

  /** Resolves with the next commit's events; with none when the signal fires. */
  #wait(sessionId: string | undefined, signal: AbortSignal): Promise<readonly StoredEvent[]> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        sessionId,
        wake: (events) => {
          this.#waiters.delete(waiter);
          signal.removeEventListener('abort', onAbort);
          resolve(events);
        },
      };
      const onAbort = () => waiter.wake([]);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiters.add(waiter);
    });
  }

  #wake(events: readonly LoggedEvent[]): void {
    const stored = events.map(({ event, ...rest }) => ({
      ...rest,
      type: event.type,
      sessionId: event.session_id,
    }));
    for (const waiter of [...this.#waiters]) {
      const wanted = waiter.sessionId
        ? stored.filter(({ sessionId }) => sessionId === waiter.sessionId)
        : stored;
      if (wanted.length > 0) waiter.wake(wanted);
    }
  }
}
