/** Requests, one small state machine each. An end can be corrected while it is unproven, but not after. */
import type { ReinsEvent } from '../protocol/events.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { ownEntry } from './own-entry.ts';
import type { SessionState } from './session-state.ts';

/** The number of closed requests that a view still shows. */
const CLOSED_KEPT = 20;

type Interactions = SessionState['interactions'];
export type InteractionEvent = ReinsEvent<
  | 'interaction_opened'
  | 'interaction_updated'
  | 'interaction_closed'
  | 'interaction_settled'
  | 'interaction_reopened'
>;

/**
 * `sent`: answered through the hub, but unproven. `undecided`: answered in the terminal, where at first only
 * the fact of an answer is known. `over`: withdrawn or proven; final.
 */
export type Phase = 'open' | 'sent' | 'undecided' | 'over';

export function phaseOf({ state, answer }: Pick<Interaction, 'state' | 'answer'>): Phase {
  if (state === 'open') return 'open';
  if (answer?.applied === 'sent') return 'sent';
  const isBare =
    answer?.route === 'terminal' && answer['decision'] === undefined && answer['action'] === undefined;
  return isBare && answer.applied === 'confirmed' ? 'undecided' : 'over';
}

/** Whether this can happen to the request now. Impossible events are not logged. */
export function canHappenToInteraction(
  interactions: Interactions,
  { type, interaction_id }: Pick<InteractionEvent, 'type' | 'interaction_id'>,
): boolean {
  const known = ownEntry(interactions, interaction_id);
  if (!known) return type === 'interaction_opened';
  const phase = phaseOf(known);
  switch (type) {
    case 'interaction_updated':
      return true;
    case 'interaction_opened':
    case 'interaction_closed':
      return phase === 'open';
    case 'interaction_settled':
      return phase === 'sent' || phase === 'undecided';
    case 'interaction_reopened':
      return phase === 'sent';
  }
}

export function reduceInteraction(state: SessionState, event: InteractionEvent): Interactions {
  const { interactions } = state;
  if (!canHappenToInteraction(interactions, event)) return interactions;
  const known = ownEntry(interactions, event.interaction_id);
  const next = event.type === 'interaction_opened' ? open(state, event) : known && advance(known, event);
  return next ? trimClosed({ ...interactions, [next.id]: next }) : interactions;
}

function advance(
  known: Interaction,
  event: Exclude<InteractionEvent, { type: 'interaction_opened' }>,
): Interaction {
  switch (event.type) {
    case 'interaction_updated': {
      const { tool_use_id, routes, held_until, at } = event;
      const { held_until: before, ...rest } = known;
      return {
        ...(held_until === undefined ? known : rest),
        ...(tool_use_id && { tool_use_id }),
        ...(routes && { routes }),
        ...(held_until && { held_until }),
        ...(held_until === null && before && { shown_at: at }),
      };
    }
    case 'interaction_closed': {
      const { held_until: _held, ...rest } = known;
      const { state, at: closed_at, answer } = event;
      return { ...rest, state, closed_at, routes: [], ...(answer && { answer }) };
    }
    case 'interaction_settled': {
      const answer = event.answer ?? known.answer;
      const { applied, reason } = event;
      return answer
        ? { ...known, answer: { ...answer, applied, ...(reason !== undefined && { reason }) } }
        : known;
    }
    case 'interaction_reopened': {
      const { answer: _answer, closed_at: _closed, ...rest } = known;
      const { routes = [] } = event;
      return { ...rest, state: 'open', routes, reopened: (known.reopened ?? 0) + 1 };
    }
  }
}

function open(state: SessionState, event: ReinsEvent<'interaction_opened'>): Interaction {
  const known = ownEntry(state.interactions, event.interaction_id);
  return {
    id: event.interaction_id,
    session_id: state.session_id,
    host: state.host,
    kind: event.kind,
    state: 'open',
    ...(known?.tool_use_id && { tool_use_id: known.tool_use_id }),
    ...(event.tool_use_id && { tool_use_id: event.tool_use_id }),
    ...(event.tool_name && { tool_name: event.tool_name }),
    ...(event.agent_id && { agent_id: event.agent_id }),
    input: event.input,
    suggestions: event.suggestions,
    ...(event.cwd && { cwd: event.cwd }),
    ...(event.permission_mode && { permission_mode: event.permission_mode }),
    ...(event.flags && { flags: event.flags }),
    ...((event.without_hook || known?.without_hook) && { without_hook: true }),
    // Reported again with more details, it is still the same request.
    opened_at: known && known.opened_at < event.at ? known.opened_at : event.at,
    routes: known && event.routes.length === 0 ? known.routes : event.routes,
  };
}

/** Unproven answers stay: they could not be settled otherwise. */
function trimClosed(interactions: Interactions): Interactions {
  const all = Object.values(interactions);
  const closed = all.filter(({ state, answer }) => state !== 'open' && answer?.applied !== 'sent');
  closed.sort((a, b) => (a.closed_at ?? '').localeCompare(b.closed_at ?? ''));
  const dropped = new Set(closed.slice(0, -CLOSED_KEPT));
  return Object.fromEntries(all.filter((one) => !dropped.has(one)).map((one) => [one.id, one]));
}
