/** Facts that the hub itself makes, by what it does: their source is `driver`. */
import type { Draft } from '../../core/draft.ts';
import type { Clock } from '../../lib/clock.ts';
import type { EventBody, Observed } from '../../protocol/events.ts';
import type { EventLog } from '../../store/event-log.ts';

export type OwnFact = EventBody & { readonly key?: string; readonly observed?: Observed };

export class OwnFacts {
  readonly #log: EventLog;
  readonly #now: Clock;

  constructor(log: EventLog, now: Clock) {
    this.#log = log;
    this.#now = now;
  }

  /** Durable when it returns. Throws `log_unavailable` when the disk does not take it. */
  note(sessionId: string, ...facts: OwnFact[]): void {
    const at = this.#now();
    const drafts = facts.map((fact) => ({ ...fact, source: 'driver', at }) as Draft);
    this.#log.append([{ sessionId, drafts }]);
  }
}
