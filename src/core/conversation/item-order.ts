/**
 * Composes a conversation from the rows of its transcript without holding it. An item is told by several rows, some far behind
 * the one where it stands: a result by a later row than its call, a prompt that was taken back by a row at the end. So the rows
 * are read twice. The first time only the order of the items is noted, and facts that come far behind their item; the second
 * time each item is told as soon as the rows near it have been read. Rows are named by where they begin.
 */
import type { ReinsEvent } from '../../protocol/events.ts';
import type { Item } from '../../protocol/session.ts';
import { positionOf, reduceItem } from '../reduce-item.ts';

/** So many bytes of rows may have to be held until an item is complete; what comes later is kept from the first reading. */
const NEAR_BYTES = 512 * 1024;

interface Entry {
  readonly item: string;
  readonly firstRow: number;
  place: number;
  /** The last row near it that tells of it. */
  lastRow: number;
  readonly far: ReinsEvent[];
}

/** The first reading. */
export class ItemOrder {
  readonly #entries = new Map<string, Entry>();
  readonly #nearBytes: number;

  constructor(nearBytes = NEAR_BYTES) {
    this.#nearBytes = nearBytes;
  }

  note(event: ReinsEvent, row: number): void {
    const { item } = event;
    if (item === undefined) return;
    const place = placeOf(event);
    const entry = this.#entries.get(item) ?? { item, firstRow: row, place, lastRow: -1, far: [] };
    this.#entries.set(item, entry);
    entry.place = Math.min(entry.place, place);
    if (this.#isFar(event, row, entry)) entry.far.push(event);
    else entry.lastRow = row;
  }

  /** For the second reading. */
  compose(): ItemComposer {
    const inOrder = [...this.#entries.values()].sort(
      (a, b) => a.place - b.place || (a.item < b.item ? -1 : 1),
    );
    return new ItemComposer(inOrder, (event, row) => {
      const entry = this.#entries.get(event.item ?? '');
      return entry === undefined || this.#isFar(event, row, entry);
    });
  }

  #isFar(event: ReinsEvent, row: number, { firstRow }: Entry): boolean {
    return row - Math.min(firstRow, placeOf(event)) > this.#nearBytes;
  }
}

/** The second reading: the same rows in the same order. */
class ItemComposer {
  readonly #inOrder: readonly Entry[];
  readonly #isFar: (event: ReinsEvent, row: number) => boolean;
  readonly #begun = new Map<string, Item>();
  #told = 0;

  constructor(inOrder: readonly Entry[], isFar: (event: ReinsEvent, row: number) => boolean) {
    this.#inOrder = inOrder;
    this.#isFar = isFar;
  }

  take(event: ReinsEvent, row: number): void {
    if (event.item === undefined || this.#isFar(event, row)) return;
    const item = reduceItem(this.#begun.get(event.item), event);
    if (item) this.#begun.set(event.item, item);
  }

  /** The next items in order that are complete once this row has been read; without a row, the rest. */
  *complete(row = Number.POSITIVE_INFINITY): Generator<Item> {
    for (let entry = this.#inOrder[this.#told]; entry; entry = this.#inOrder[++this.#told]) {
      if (entry.lastRow > row) return;
      const near = this.#begun.get(entry.item);
      const item = entry.far.reduce<Item | undefined>(reduceItem, near);
      this.#begun.delete(entry.item);
      if (item) yield { ...item, position: entry.place };
    }
  }
}

export type { ItemComposer };

function placeOf({ position, at }: ReinsEvent): number {
  return positionOf({ position, at: Date.parse(at) });
}
