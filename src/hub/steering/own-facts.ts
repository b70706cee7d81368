/**
 * Facts that the hub itself makes, by what it does: their source is `driver`. What the hub is about to do is refused while
 * the log cannot be written; what has already happened is kept in memory and written as soon as it can.
 */
import type { Draft } from '../../core/draft.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import type { EventBody, Observed } from '../../protocol/events.ts';
import type { Batch, EventLog } from '../../store/event-log.ts';

export type OwnFact = EventBody & { readonly key?: string; readonly observed?: Observed };

/** How soon a log that could not be written is tried again. */
const RETRY_MS = 1000;

export interface OwnFactsOptions {
  readonly log: Pick<EventLog, 'append' | 'onCommit'>;
  readonly now: Clock;
  readonly output: HubLog;
}

export class OwnFacts {
  readonly #options: OwnFactsOptions;
  /** Facts that the log does not hold yet, in order. */
  readonly #owed: Batch[] = [];
  readonly #stopListening: () => void;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: OwnFactsOptions) {
    this.#options = options;
    // Whoever wrote it: the log can be written again, and what is owed comes before anything that follows.
    this.#stopListening = options.log.onCommit(() => this.#tryAgain());
  }

  /** Durable when it returns. Throws `log_unavailable` when the disk does not take it. */
  note(sessionId: string, ...facts: OwnFact[]): void {
    this.#payOwed();
    this.#options.log.append([this.#batch(sessionId, facts)]);
  }

  /** For what has happened and cannot be undone: retried until the log takes it, in order. Never throws. */
  noteEventually(sessionId: string, ...facts: OwnFact[]): void {
    this.#owed.push(this.#batch(sessionId, facts));
    this.#tryAgain();
  }

  /** A hub that starts later derives from the log and the processes what could not be written. */
  close(): void {
    this.#stopListening();
    this.#owed.length = 0;
    clearTimeout(this.#retry);
  }

  #batch(sessionId: string, facts: readonly OwnFact[]): Batch {
    const at = this.#options.now();
    return { sessionId, drafts: facts.map((fact) => ({ ...fact, source: 'driver', at }) as Draft) };
  }

  /** A listener of a commit may note more: each batch is taken out before it is written. */
  #payOwed(): void {
    for (let next = this.#owed.shift(); next; next = this.#owed.shift()) {
      try {
        this.#options.log.append([next]);
      } catch (error) {
        this.#owed.unshift(next);
        throw error;
      }
    }
  }

  #tryAgain(): void {
    try {
      this.#payOwed();
    } catch (error) {
      if (this.#retry) return;
      this.#options.output.warn('The log cannot be written; retrying until it can', error);
      this.#retry = setTimeout(() => {
        this.#retry = undefined;
        this.#tryAgain();
      }, RETRY_MS).unref();
    }
  }
}
