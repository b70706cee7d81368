/**
 * Composes a conversation from the rows of its transcript without holding all of it. Several rows describe an
 * item, some of them far behind it: the result of a call, or the row at the end that undoes a prompt. So the
 * rows are read twice. The first pass notes only the order of the items, and facts far behind their item; the
 * second pass emits each item once the rows near it have been read. Rows are identified by their byte offset.
 */

import type { Item } from '../../protocol/conversation.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import { positionOf, reduceItem } from '../reduce-item.ts';

/**
 * At most this many bytes of rows are held until an item is complete; later facts are kept from the first
 * pass.
 */
const NEAR_BYTES = 512 * 1024;

interface Entry {
  readonly item: string;
  readonly firstRow: number;
  place: number;
  /** The last row near the item that describes it. */
  lastRow: number;
  readonly far: ReinsEvent[];
}

/** The first pass. */
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

  /** For the second pass. */
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

/** The second pass: the same rows in the same order. */
class ItemComposer {
  readonly #inOrder: readonly Entry[];
  readonly #isFar: (event: ReinsEvent, row: number) => boolean;
  readonly #begun = new Map<string, Item>();
  #reported = 0;

  constructor(inOrder: readonly Entry[], isFar: (event: ReinsEvent, row: number) => boolean) {
    this.#inOrder = inOrder;
    this.#isFar = isFar;
  }

  take(event: ReinsEvent, row: number): void {
    if (event.item === undefined || this.#isFar(event, row)) return;
    const item = reduceItem(this.#begun.get(event.item), event);
    if (item) this.#begun.set(event.item, item);
  }

  /** The next items in order that are complete after this row; without a row, the remaining ones. */
  *complete(row = Number.POSITIVE_INFINITY): Generator<Item> {
    for (let entry = this.#inOrder[this.#reported]; entry; entry = this.#inOrder[++this.#reported]) {
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
