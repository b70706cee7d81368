/**
 * Reduces the events of one item, in any order. Pure. A tool call consists of its start, result, duration and
 * decision, whichever became known first.
 */
import type { Item } from '../protocol/conversation.ts';
import type { EventType, ReinsEvent } from '../protocol/events.ts';
import type { ItemEvent } from './items/item-kind.ts';
import { EMPTY_ITEMS, ITEM_EVENTS } from './items/item-kinds.ts';

/**
 * Items without a position in the transcript follow those that have one, ordered by time: more than any file
 * has bytes.
 */
const UNPLACED = 2 ** 44;

/** The position of an event's item. */
export function positionOf({
  position,
  at,
}: {
  readonly position?: number | undefined;
  readonly at: number;
}): number {
  return position ?? UNPLACED + at;
}

/**
 * Undefined if the event does not belong to an item, or if too little is known to show one. An event that is reported again
 * replaces the fields it filled.
 */
export function reduceItem(item: Item | undefined, event: ReinsEvent): Item | undefined {
  const part = ITEM_EVENTS[event.type] as ItemEvent<EventType> | undefined;
  if (!part || !event.item) return item;
  const position = positionOf({ position: event.position, at: Date.parse(event.at) });
  const next: Record<string, unknown> = {
    ...(item ?? EMPTY_ITEMS[part.kind]),
    id: event.item,
    at: item && item.at < event.at ? item.at : event.at,
    position: item ? Math.min(item.position, position) : position,
  };
  for (const [name, value] of Object.entries(part.read(event))) {
    if (value === undefined) delete next[name];
    else next[name] = value;
  }
  return next as Item;
}
