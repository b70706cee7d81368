/**
 * Interactions in the log: the only writer of the hub's own facts about them, and the only listener to their
 * events.
 */

import type { Draft } from '../core/draft.ts';
import { type Opening, opened } from '../core/interaction-facts.ts';
import type { Clock } from '../lib/clock.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import { type FlagInteraction, flagOpening } from './flag-opening.ts';
import { interactionLife, type LifeEvent, type Step } from './interaction-life.ts';

export interface InteractionLogOptions {
  readonly log: Pick<EventLog, 'append' | 'onCommit'>;
  readonly reader: LogReader;
  readonly now: Clock;
  readonly flag: FlagInteraction;
  /** Called within the commit: must not append. */
  readonly onEvent?: (event: ReinsEvent) => void;
}

export class InteractionLog {
  readonly #options: InteractionLogOptions;
  readonly #stopListening: () => void;
  /** Listeners of an interaction. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(options: InteractionLogOptions) {
    this.#options = options;
    this.#stopListening = options.log.onCommit((events) => {
      for (const { event } of events) {
        options.onEvent?.(event);
        if (!('interaction_id' in event)) continue;
        for (const look of [...(this.#waiting.get(event.interaction_id) ?? [])]) look();
      }
    });
  }

  find(id: string): Interaction | undefined {
    return this.#options.reader.interaction(id);
  }

  /** Throws `interaction_not_found`. */
  require(id: string): Interaction {
    const interaction = this.find(id);
    if (interaction) return interaction;
    throw new ReinsError('interaction_not_found', `There is no interaction ${id}.`);
  }

  /** Logs the effects of the event. Nothing else runs between reading the interaction and the append. */
  apply({ id, session_id: sessionId }: Pick<Interaction, 'id' | 'session_id'>, event: LifeEvent): Step {
    const { log, reader, now } = this.#options;
    const session = reader.session(sessionId);
    const one = session?.interactions[id];
    // A session forgets finished interactions.
    if (!one) return { facts: [] };
    const at = now();
    const step = interactionLife(one, event, { session, now: at });
    const drafts = step.facts.map((fact): Draft => ({ ...fact, source: 'driver', at }));
    if (drafts.length > 0) log.append([{ sessionId, drafts }]);
    return step;
  }

  /** Opens an interaction that only the list of live sessions reports. */
  open(sessionId: string, id: string, pending: Opening, at: number): void {
    const draft: Draft = { ...opened(id, pending), source: 'registry', at };
    const drafts = flagOpening([draft], sessionId, this.#options.flag);
    this.#options.log.append([{ sessionId, drafts }]);
  }

  /** Calls `look` after every event of the interaction. Returns an unsubscribe function. */
  onNews(id: string, look: () => void): () => void {
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiting.add(look));
    return () => {
      waiting.delete(look);
      if (waiting.size === 0 && this.#waiting.get(id) === waiting) this.#waiting.delete(id);
    };
  }

  close(): void {
    this.#stopListening();
  }
}
