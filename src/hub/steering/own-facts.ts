/**
 * Facts about the hub's own actions: their source is `driver`. An action is refused while the log cannot be
 * written. Facts about actions that already happened stay in memory and are written as soon as possible.
 */
import type { Draft } from '../../core/draft.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import type { EventBody, Observed } from '../../protocol/events.ts';
import type { Batch, EventLog } from '../../store/event-log.ts';

export type OwnFact = EventBody & { readonly key?: string; readonly observed?: Observed };

/** How soon to retry after a failed write to the log. */
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
    // The log can be written again, and these facts come before any later ones.
    this.#stopListening = options.log.onCommit(() => this.#tryAgain());
  }

  /** Durable when it returns. Throws `log_unavailable` if the disk rejects it. */
  note(sessionId: string, ...facts: OwnFact[]): void {
    this.#payOwed();
    this.#options.log.append([this.#batch(sessionId, facts)]);
  }

  /** For actions that cannot be undone: retried, in order, until the log accepts them. Never throws. */
  noteEventually(sessionId: string, ...facts: OwnFact[]): void {
    this.#owed.push(this.#batch(sessionId, facts));
    this.#tryAgain();
  }

  /** The next hub derives unwritten facts from the log and the processes. */
  close(): void {
    this.#stopListening();
    this.#owed.length = 0;
    clearTimeout(this.#retry);
  }

  #batch(sessionId: string, facts: readonly OwnFact[]): Batch {
    const at = this.#options.now();
    return { sessionId, drafts: facts.map((fact) => ({ ...fact, source: 'driver', at }) as Draft) };
  }

  /** A commit listener may add more facts: each batch is removed before it is written. */
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
