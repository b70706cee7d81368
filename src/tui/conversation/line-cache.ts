/** Caches laid-out rows: a row is laid out again only if it or its surroundings have changed. */

import type { PaneRow } from './pane-rows.ts';
import { type RowLayout, rowLines } from './row-lines.ts';
import type { Fold } from './tool-lines.ts';

interface Entry {
  readonly row: Row;
  readonly key: string;
  readonly lines: readonly string[];
}

/** The number of removed rows to keep before they are evicted. */
const SPARE = 500;

export class LineCache {
  readonly #entries = new Map<string, Entry>();

  linesOf(shown: PaneRow, fold: Fold, layout: RowLayout): readonly string[] {
    const { id, row } = shown;
    const key = `${layout.width} ${fold} ${surroundings(shown, layout)}`;
    const known = this.#entries.get(id);
    if (known && known.key === key && isSame(known.row, row)) return known.lines;
    const lines = rowLines(shown, fold, layout);
    this.#entries.set(id, { row, key, lines });
    return lines;
  }

  /** Evicts removed rows once there are many. */
  forgetOthers(rows: readonly PaneRow[]): void {
    if (this.#entries.size <= rows.length + SPARE) return;
    const known = new Set(rows.map(({ id }) => id));
    for (const id of this.#entries.keys()) if (!known.has(id)) this.#entries.delete(id);
  }
}

/** State outside of the row that affects its lines. */
function surroundings({ row, inside }: PaneRow, { asking, isBusy }: RowLayout): string {
  if (row.kind !== 'item' || row.item.kind !== 'tool') return '';
  const { tool_use_id, finished_at } = row.item;
  return `${asking.has(tool_use_id)} ${finished_at === undefined && isBusy && inside?.state !== 'finished'}`;
}

type Row = PaneRow['row'];

/** Most items are the same objects as before; those of the newest page are fetched repeatedly. */
function isSame(a: Row, b: Row): boolean {
  if (a === b) return true;
  if (a.kind === 'item' && b.kind === 'item' && a.item === b.item) return true;
  if (a.kind === 'looks' && b.kind === 'looks' && a.items.length === b.items.length)
    return a.items.every((item, index) => item === b.items[index]) || sameJson(a, b);
  return a.kind === b.kind && sameJson(a, b);
}

function sameJson(a: Row, b: Row): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
