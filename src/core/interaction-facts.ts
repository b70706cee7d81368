/**
 * Creates the facts of a request's life for everything that logs one: adapters of raw input, and the hub
 * itself.
 */
import type { EventBody } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { InteractionEvent } from './reduce-interaction.ts';

type Fact<Type extends InteractionEvent['type']> = EventBody<Type> & { readonly agent_id?: string };
export type InteractionFact = Fact<InteractionEvent['type']> & { readonly key?: string };

export type Opening = Pick<EventBody<'interaction_opened'>, 'kind' | 'input'> &
  Partial<Omit<EventBody<'interaction_opened'>, 'type' | 'interaction_id'>> & { readonly agent_id?: string };
export type Ending = Pick<EventBody<'interaction_closed'>, 'state' | 'answer'>;
/** The outcome of a sent answer; `answer` is the one that counted instead. */
export type Settlement = Pick<EventBody<'interaction_settled'>, 'applied' | 'answer' | 'reason'>;
export type Update = Partial<Pick<EventBody<'interaction_updated'>, 'tool_use_id' | 'routes' | 'held_until'>>;

/** A request repeated after a restart of the hub has the same key. */
export function opened(
  id: string,
  interaction: Opening,
): Fact<'interaction_opened'> & { readonly key: string } {
  const { kind, tool_name, input, suggestions = [], routes = [], ...rest } = interaction;
  return {
    type: 'interaction_opened',
    key: `ask:${id}`,
    interaction_id: id,
    kind,
    ...(tool_name !== undefined && { tool_name }),
    input,
    suggestions,
    routes,
    ...rest,
  };
}

export function updated(one: Interaction, update: Update): InteractionFact {
  return { type: 'interaction_updated', ...about(one), ...update };
}

/** The first end counts, unless the request was reopened after it. */
export function closed(
  one: Interaction,
  ending: Ending,
): Fact<'interaction_closed'> & { readonly key: string } {
  const { id, reopened: times = 0 } = one;
  const key = times === 0 ? `closed:${id}` : `closed:${id}:${times}`;
  return { type: 'interaction_closed', key, ...about(one), ...ending };
}

export function settled(one: Interaction, settlement: Settlement): InteractionFact {
  return { type: 'interaction_settled', key: `settled:${one.id}`, ...about(one), ...settlement };
}

export function reopened(one: Interaction, reason: string, routes?: Interaction['routes']): InteractionFact {
  return { type: 'interaction_reopened', ...about(one), reason, ...(routes && { routes }) };
}

function about({ id, agent_id }: Interaction): { interaction_id: string; agent_id?: string } {
  return { interaction_id: id, ...(agent_id && { agent_id }) };
}
