/** The view of the API equals the reducers applied to all events from the start. */
import { isDeepStrictEqual } from 'node:util';
import { groupTurns } from '../../../src/core/group-turns.ts';
import { presentDetails } from '../../../src/core/present-session.ts';
import type { Item } from '../../../src/protocol/conversation.ts';
import { rebuild } from '../../store/rebuild.ts';
import type { RunRecord, SessionRecord, Violation } from '../record.ts';

export function judgeView({ sessions }: RunRecord): Violation[] {
  return sessions.flatMap((session) =>
    [...differingFields(session), ...differingItems(session), ...differingOutcomes(session)].map(
      (message) => ({
        rule: 'view',
        message,
        sessionId: session.plan.id,
      }),
    ),
  );
}

function differingFields({ plan, view, events }: SessionRecord): string[] {
  const { state } = rebuild(plan.id, view.host, events.slice(0, view.seq));
  const rebuilt = plain(presentDetails(state));
  const shown = view as unknown as Record<string, unknown>;
  return Object.keys(rebuilt)
    .filter((field) => !isDeepStrictEqual(shown[field], rebuilt[field]))
    .map((field) => `${field} is ${json(shown[field])}, rebuilt it is ${json(rebuilt[field])}`);
}

/**
 * Positions are ignored: a repeated fact may move an item without an event. So are ends, which the API shows as the outcome
 * of their turn.
 */
function differingItems({ plan, view, events, items }: SessionRecord): string[] {
  const rebuilt = byId(rebuild(plan.id, view.host, events).items);
  const shown = byId(items);
  const ids = [...new Set([...rebuilt.keys(), ...shown.keys()])];
  return ids
    .filter((id) => !isDeepStrictEqual(rebuilt.get(id), shown.get(id)))
    .map((id) => `item ${id} is ${json(shown.get(id))}, rebuilt it is ${json(rebuilt.get(id))}`);
}

function byId(items: readonly Item[]): Map<string, unknown> {
  return new Map(items.filter(({ kind }) => kind !== 'end').map((item) => [item.id, withoutPlace(item)]));
}

/** The outcome of each turn, by the id of its prompt. */
function differingOutcomes({ plan, view, events }: SessionRecord): string[] {
  const rebuilt = groupTurns(rebuild(plan.id, view.host, events).items);
  return view.turns.flatMap((turn) => {
    const same = rebuilt.find(({ prompt }) => prompt !== undefined && prompt.id === turn.prompt?.id);
    if (!turn.prompt || same?.outcome === turn.outcome) return [];
    return [`turn ${turn.prompt.id} has the outcome ${turn.outcome}, rebuilt ${same?.outcome}`];
  });
}

function withoutPlace({ position: _, ...item }: Item): unknown {
  return plain(item);
}

/** As transmitted in JSON. */
function plain(value: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value));
}

function json(value: unknown): string | undefined {
  return JSON.stringify(value);
}
