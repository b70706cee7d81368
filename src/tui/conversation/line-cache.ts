/** Rows laid out once: a row is laid out again only when it has changed, or what surrounds it. */
import type { Row } from '../../core/conversation/rows.ts';
import type { Fold } from './fold.ts';
import { type RowLayout, rowLines } from './row-lines.ts';

interface Entry {
  readonly row: Row;
  readonly key: string;
  readonly lines: readonly string[];
}

/** So many rows that are gone may be kept before they are looked for. */
const SPARE = 500;

export class LineCache {
  readonly #entries = new Map<string, Entry>();

  linesOf(row: Row, fold: Fold, layout: RowLayout): readonly string[] {
    const key = `${layout.width} ${fold} ${surroundings(row, layout)}`;
    const known = this.#entries.get(row.id);
    if (known && known.key === key && isSame(known.row, row)) return known.lines;
    const lines = rowLines(row, fold, layout);
    this.#entries.set(row.id, { row, key, lines });
    return lines;
  }

  /** Lets go of rows that are there no longer, once they are many. */
  forgetOthers(rows: readonly Row[]): void {
    if (this.#entries.size <= rows.length + SPARE) return;
    const known = new Set(rows.map(({ id }) => id));
    for (const id of this.#entries.keys()) if (!known.has(id)) this.#entries.delete(id);
  }
}

/** What a row shows beside itself. */
function surroundings(row: Row, { asking, isBusy, agents }: RowLayout): string {
  if (row.kind !== 'item' || row.item.kind !== 'tool') return '';
  const { tool_use_id, finished_at } = row.item;
  const agent = agents.get(tool_use_id);
  const life = agent ? `${agent.state} ${agent.tool_calls} ${agent.last_text ?? ''}` : '';
  return `${asking.has(tool_use_id)} ${finished_at === undefined && isBusy} ${life}`;
}

/** Most items are the same objects as before; those of the newest page are fetched again and again. */
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
