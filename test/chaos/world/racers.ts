/** Makes all clients race for every request: when it opens, and again each time it is reopened. */
import type { ReinsEvent } from '../../../src/protocol/events.ts';
import type { Interaction } from '../../../src/protocol/interactions.ts';
import type { PlannedInteraction } from '../plan/plan.ts';
import { type Client, plannedInteractionOf } from './client.ts';

export class Racers {
  readonly #clients: readonly Client[];
  readonly #asks: ReadonlyMap<string, PlannedInteraction>;
  readonly #rounds = new Map<string, number>();
  readonly #opened = new Map<string, Interaction>();
  readonly #racing = new Set<Promise<unknown>>();

  constructor(clients: readonly Client[], asks: ReadonlyMap<string, PlannedInteraction>) {
    this.#clients = clients;
    this.#asks = asks;
  }

  get isRacing(): boolean {
    return this.#racing.size > 0;
  }

  notice(event: ReinsEvent): void {
    if (event.type === 'interaction_opened') {
      if (this.#opened.has(event.interaction_id)) return;
      const { interaction_id: id, session_id, kind, input, tool_name } = event;
      this.#opened.set(id, { id, session_id, kind, input, tool_name } as Interaction);
      this.#race(id);
    } else if (event.type === 'interaction_reopened') this.#race(event.interaction_id);
  }

  #race(id: string): void {
    const interaction = this.#opened.get(id);
    if (!interaction) return;
    const round = (this.#rounds.get(id) ?? 0) + 1;
    this.#rounds.set(id, round);
    const planned = plannedInteractionOf(this.#asks, interaction);
    const race = Promise.all(this.#clients.map((client) => client.answer(interaction, planned, round)));
    this.#racing.add(race);
    void race.finally(() => this.#racing.delete(race));
  }
}
