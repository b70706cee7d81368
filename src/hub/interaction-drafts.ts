/** What the hub itself logs about an interaction: its call, its end, its proof. */
import type { Settlement } from '../broker/settle-answer.ts';
import { closingKey } from '../core/closing-key.ts';
import type { Draft } from '../core/draft.ts';
import type { EventBody } from '../protocol/events.ts';
import type { Answer, Interaction } from '../protocol/interactions.ts';

interface Decided {
  readonly decision?: 'allow' | 'deny';
  /** Of a form. */
  readonly action?: string;
  readonly content?: object;
}

const TERMINAL = { type: 'terminal', name: 'terminal' } as const;

export function updated(interaction: Interaction, tool_use_id: string): Draft {
  return draft(interaction, { type: 'interaction_updated', interaction_id: interaction.id, tool_use_id });
}

export function settled(interaction: Interaction, proof: Settlement): Draft {
  const { id } = interaction;
  const fact = { type: 'interaction_settled' as const, interaction_id: id, ...proof };
  return { ...draft(interaction, fact), key: `settled:${id}` };
}

export function reopened(interaction: Interaction, reason: string): Draft {
  return draft(interaction, { type: 'interaction_reopened', interaction_id: interaction.id, reason });
}

/** Answered beside us, in the terminal unless the record names another. */
export function answered(
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
  return closed(interaction, { state: 'answered', answer });
}

export function withdrawn(interaction: Interaction): Draft {
  return closed(interaction, { state: 'withdrawn' });
}

function closed(interaction: Interaction, how: Pick<Draft<'interaction_closed'>, 'state' | 'answer'>): Draft {
  const fact = { type: 'interaction_closed' as const, interaction_id: interaction.id, ...how };
  return { ...draft(interaction, fact), key: closingKey(interaction) };
}

function draft({ agent_id }: Interaction, fact: EventBody): Draft {
  return { ...fact, source: 'driver', at: Date.now(), ...(agent_id && { agent_id }) } as Draft;
}
