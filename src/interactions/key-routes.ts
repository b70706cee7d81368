/** Keeps the route `keys` of open interactions true: it is there while somebody could type into the session's terminal. */
import type { Draft } from '../core/draft.ts';
import type { Clock } from '../lib/clock.ts';
import type { HubLog } from '../lib/hub-log.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';

export interface KeyRoutesOptions {
  readonly log: Pick<EventLog, 'append' | 'onCommit'>;
  readonly reader: Pick<LogReader, 'interaction' | 'interactions'>;
  readonly output: HubLog;
  readonly now: Clock;
  /** Whether the dialogs of this session can be answered by keys. */
  readonly canType: (sessionId: string) => boolean;
}

/** A terminal that has not taken an answer this often is not offered again: a rule would try for ever. */
const MOST_TRIES = 3;

export class KeyRoutes {
  readonly #options: KeyRoutesOptions;
  readonly #stopListening: () => void;
  #isClosed = false;

  constructor(options: KeyRoutesOptions) {
    this.#options = options;
    this.#stopListening = options.log.onCommit((events) => {
      for (const { event } of events) {
        if (event.type !== 'interaction_opened' && event.type !== 'interaction_reopened') continue;
        const { interaction_id: id } = event;
        // Not within the commit itself; and a hook that is about to be held comes first.
        setImmediate(() => this.#isClosed || this.#check(options.reader.interaction(id)));
      }
    });
  }

  /** A run has begun or ceased to serve a session. */
  checkSession(sessionId: string): void {
    for (const interaction of this.#options.reader.interactions('open')) {
      if (interaction.session_id === sessionId) this.#check(interaction);
    }
  }

  checkAll(): void {
    for (const interaction of this.#options.reader.interactions('open')) this.#check(interaction);
  }

  close(): void {
    this.#isClosed = true;
    this.#stopListening();
  }

  #check(interaction: Interaction | undefined): void {
    if (interaction?.state !== 'open') return;
    const { id, session_id: sessionId, agent_id, routes, reopened = 0 } = interaction;
    const isThere = this.#options.canType(sessionId) && reopened < MOST_TRIES;
    if (routes.includes('keys') === isThere) return;
    const others = routes.filter((route) => route !== 'keys');
    const draft: Draft = {
      type: 'interaction_updated',
      source: 'driver',
      at: this.#options.now(),
      interaction_id: id,
      routes: isThere ? [...others, 'keys'] : others,
      ...(agent_id && { agent_id }),
    };
    try {
      this.#options.log.append([{ sessionId, drafts: [draft] }]);
    } catch (error) {
      this.#options.output.warn('The ways to answer an interaction could not be logged', error);
    }
  }
}
