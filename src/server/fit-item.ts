/** Cuts an item of a conversation that is too large for any page: a tool may print more than anyone can look at. */
import type { Item } from '../protocol/session.ts';

/** Each step leaves less of every string and list, until the item fits. */
const STEPS = [
  { characters: 100_000, entries: 2000 },
  { characters: 10_000, entries: 200 },
  { characters: 500, entries: 20 },
];

/** A page of several places is small enough as a whole; the items of a single one may be too large. */
export function fitItems(items: readonly Item[], maxBytes: number): readonly Item[] {
  const isOnePlace = items.every(({ position }) => position === items[0]?.position);
  return isOnePlace ? items.map((item) => fitItem(item, maxBytes)) : items;
}

/** The item itself when it fits. What was cut says so where it was cut; the events have it whole. */
function fitItem(item: Item, maxBytes: number): Item {
  let fitted = item;
  for (const step of STEPS) {
    if (JSON.stringify(fitted).length <= maxBytes) return fitted;
    fitted = cut(item, step) as Item;
  }
  return fitted;
}

function cut(value: unknown, step: (typeof STEPS)[number]): unknown {
  if (typeof value === 'string') {
    const more = value.length - step.characters;
    return more > 0 ? `${value.slice(0, step.characters)}… (${more} more characters)` : value;
  }
  if (Array.isArray(value)) {
    const more = value.length - step.entries;
    const kept = value.slice(0, step.entries).map((entry) => cut(entry, step));
    return more > 0 ? [...kept, `… (${more} more entries)`] : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).slice(0, step.entries);
  return Object.fromEntries(entries.map(([name, entry]) => [name, cut(entry, step)]));
}
