/** The expected projections, computed again from the events alone. */
import { byPosition } from '../../src/core/group-turns.ts';
import { reduceItem } from '../../src/core/reduce-item.ts';
import { reduceSession } from '../../src/core/reduce-session.ts';
import { emptySession, type SessionState } from '../../src/core/session-state.ts';
import type { Item } from '../../src/protocol/conversation.ts';
import type { ReinsEvent } from '../../src/protocol/events.ts';
import type { Interaction } from '../../src/protocol/interactions.ts';

export interface Rebuilt {
  readonly state: SessionState;
  /** Of the main conversation. Positions are omitted: a repeated fact may move an item without an event. */
  readonly items: readonly Item[];
  readonly interactions: ReadonlyMap<string, Interaction>;
}

export function rebuild(sessionId: string, host: string, events: readonly ReinsEvent[]): Rebuilt {
  let state = emptySession(sessionId, host);
  const items = new Map<string, Item>();
  const interactions = new Map<string, Interaction>();
  for (const event of events) {
    state = reduceSession(state, event);
    if ('interaction_id' in event) {
      const now = state.interactions[event.interaction_id];
      if (now) interactions.set(event.interaction_id, now);
    }
    if (event.item === undefined || event.agent_id !== undefined) continue;
    const item = reduceItem(items.get(event.item), event);
    if (item) items.set(event.item, item);
  }
  return { state, items: [...items.values()].sort(byPosition), interactions };
}
