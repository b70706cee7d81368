/**
 * Reads conversations item by item: pages before a place, pages after one, and everything in order. Items
 * that share a place stay together, because pages start before or after a place; a page may be larger for
 * that.
 */
import { byPosition } from '../core/group-turns.ts';
import { reduceItem } from '../core/reduce-item.ts';
import type { Item } from '../protocol/conversation.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Prepared } from './prepared.ts';

export interface ItemQuery {
  readonly sessionId: string;
  readonly agentId?: string;
  /** Only items before this place. */
  readonly before?: number;
  /** Only items from this place on. */
  readonly from?: number | undefined;
  readonly limit: number;
  readonly maxBytes: number;
}

export interface NewerItemQuery extends Omit<ItemQuery, 'before' | 'from'> {
  /** Only items after this place. */
  readonly after: number;
}

/**
 * The events of this many items are read at a time: the overhead of a statement is about the work for a few
 * rows.
 */
const AT_ONCE = 16;

export class ItemReader {
  readonly #sql: Prepared;

  constructor(sql: Prepared) {
    this.#sql = sql;
  }

  /** The newest items before a place, oldest first; fewer than requested if they would be too large. */
  items({ sessionId, agentId = '', before, from = 0, limit, maxBytes }: ItemQuery): {
    items: Item[];
    olderBefore?: number;
  } {
    const rows = this.#rows(OLDER, sessionId, agentId, before ?? Number.MAX_VALUE, from);
    const { page, isMore } = takePage(rows, limit, maxBytes);
    const oldest = page.at(-1);
    return { items: inOrder(page), ...(isMore && oldest && { olderBefore: oldest.place }) };
  }

  /** The oldest items after a place, in order; fewer than requested if they would be too large. */
  itemsAfter({ sessionId, agentId = '', after, limit, maxBytes }: NewerItemQuery): {
    items: Item[];
    newerAfter?: number;
  } {
    const { page, isMore } = takePage(this.#rows(NEWER, sessionId, agentId, after), limit, maxBytes);
    const newest = page.at(-1);
    return { items: inOrder(page), ...(isMore && newest && { newerAfter: newest.place }) };
  }

  /**
   * All items in order, page by page, with only one page in memory; includes items added at the end
   * meanwhile.
   */
  *itemPages({
    sessionId,
    agentId = '',
    maxBytes,
  }: Pick<ItemQuery, 'sessionId' | 'agentId' | 'maxBytes'>): Generator<Item[]> {
    for (let after: number | undefined = -1; after !== undefined; ) {
      const rows = this.#rows(NEWER, sessionId, agentId, after);
      const { page, isMore } = takePage(rows, Number.POSITIVE_INFINITY, maxBytes);
      if (page.length > 0) yield inOrder(page);
      after = isMore ? page.at(-1)?.place : undefined;
    }
  }

  *#rows(sql: string, ...values: (string | number)[]): Generator<PlacedItem> {
    let group: ItemRow[] = [];
    for (const row of this.#sql.statement(sql).iterate(...values) as Iterable<ItemRow>) {
      group.push(row);
      if (group.length < AT_ONCE) continue;
      yield* this.#compose(group);
      group = [];
    }
    yield* this.#compose(group);
  }

  #compose(rows: readonly ItemRow[]): PlacedItem[] {
    const positions = rows.map(({ events }) => events.split(',').map(Number));
    const stored = this.#sql.all(EVENTS, JSON.stringify(positions.flat())) as unknown as EventRow[];
    const events = new Map(stored.map(({ position, json }) => [position, json]));
    return rows.map(({ place }, index) => {
      let item: Item | undefined;
      let size = 0;
      for (const position of positions[index] ?? []) {
        const json = events.get(position) ?? '';
        size += json.length;
        item = reduceItem(item, JSON.parse(json) as ReinsEvent);
      }
      return { place, item, size };
    });
  }
}

/** All that fit; at least those of one place. */
function takePage(
  rows: Iterable<PlacedItem>,
  limit: number,
  maxBytes: number,
): { page: readonly PlacedItem[]; isMore: boolean } {
  const page: PlacedItem[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += row.size;
    const isFull = page.length >= limit || bytes > maxBytes;
    const taken = isFull ? page.filter(({ place }) => place !== row.place) : page;
    if (isFull && taken.length > 0) return { page: taken, isMore: true };
    page.push(row);
  }
  return { page, isMore: false };
}

function inOrder(page: readonly PlacedItem[]): Item[] {
  const items = page.flatMap(({ place, item }) => (item ? [{ ...item, position: place }] : []));
  return items.sort(byPosition);
}

interface PlacedItem {
  readonly place: number;
  readonly item: Item | undefined;
  /** The size of its events as JSON. */
  readonly size: number;
}

interface ItemRow {
  readonly place: number;
  readonly events: string;
}

interface EventRow {
  readonly position: number;
  readonly json: string;
}

const OF_THREAD =
  'SELECT place, events FROM items WHERE session = (SELECT id FROM sessions WHERE session_id = ?) AND agent = ?';
const OLDER = `${OF_THREAD} AND place < ? AND place >= ? ORDER BY place DESC`;
const NEWER = `${OF_THREAD} AND place > ? ORDER BY place`;
const EVENTS = 'SELECT position, json FROM events WHERE position IN (SELECT value FROM json_each(?))';
