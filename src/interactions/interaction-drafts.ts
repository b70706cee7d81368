/** What the hub itself logs about an interaction: its call, its end, its proof. */

import { closingKey } from '../core/closing-key.ts';
import type { Draft } from '../core/draft.ts';
import type { Clock } from '../lib/clock.ts';
import type { EventBody } from '../protocol/events.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';
import type { Settlement } from './settle-answer.ts';

interface Decided {
  readonly decision?: 'allow' | 'deny';
  /** Of a form. */
  readonly action?: string;
  readonly content?: object;
}

const TERMINAL = { type: 'terminal', name: 'terminal' } as const;

/** Makes the events with the time at which they are made. */
export class InteractionDrafts {
  readonly #now: Clock;

  constructor(now: Clock) {
    this.#now = now;
  }

  updated(interaction: Interaction, tool_use_id: string): Draft {
    return this.#draft(interaction, {
      type: 'interaction_updated',
      interaction_id: interaction.id,
      tool_use_id,
    });
  }

  settled(interaction: Interaction, proof: Settlement): Draft {
    const { id } = interaction;
    const fact = { type: 'interaction_settled' as const, interaction_id: id, ...proof };
    return { ...this.#draft(interaction, fact), key: `settled:${id}` };
  }

  reopened(interaction: Interaction, reason: string): Draft {
    return this.#draft(interaction, {
      type: 'interaction_reopened',
      interaction_id: interaction.id,
      reason,
    });
  }

  /** Answered beside us, in the terminal unless the record names another. */
  answered(
    interaction: Interaction,
    at: number,
    { by = TERMINAL, ...decided }: Partial<Pick<Answer, 'by'>> & Decided = {},
  ): Draft {
    const answer: Answer = {
      by,
      at: new Date(at).toISOString(),
      route: 'terminal',
      applied: 'confirmed',
      ...decided,
    };
    return this.#closed(interaction, { state: 'answered', answer });
  }

  withdrawn(interaction: Interaction): Draft {
    return this.#closed(interaction, { state: 'withdrawn' });
  }

  #closed(interaction: Interaction, how: Pick<Draft<'interaction_closed'>, 'state' | 'answer'>): Draft {
    const fact = { type: 'interaction_closed' as const, interaction_id: interaction.id, ...how };
    return { ...this.#draft(interaction, fact), key: closingKey(interaction) };
  }

  #draft({ agent_id }: Interaction, fact: EventBody): Draft {
    return { ...fact, source: 'driver', at: this.#now(), ...(agent_id && { agent_id }) } as Draft;
  }
}
