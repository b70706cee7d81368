/**
 * Rows in small groups, which the conversation list mounts and unmounts as one: doing that per row costs more than the rows
 * themselves. Groups are stable: new rows above or below form new groups, so that nothing is rendered or measured again.
 */
import type { Row } from '../../src/core/conversation/rows.ts';
import type { SendingRow } from './sending-rows.ts';
import type { WorkingRow } from './working-row.ts';

export type PageRow = Row | SendingRow | WorkingRow;

export interface RowGroup {
  /** The id of its first row. */
  readonly id: string;
  readonly rows: readonly PageRow[];
}

const SIZE = 3;

export class RowGroups {
  /** The first rows of groups. */
  #begins = new Set<string>();
  #groups = new Map<string, RowGroup>();

  /** The groups of all rows. Unchanged groups are the same objects as before. */
  update(rows: readonly PageRow[]): RowGroup[] {
    this.#beginAbove(rows);
    const groups: { id: string; rows: PageRow[] }[] = [];
    for (const row of rows) {
      const last = groups.at(-1);
      if (last && last.rows.length < 2 * SIZE && !this.#begins.has(row.id) && !this.#isFull(last, row)) {
        last.rows.push(row);
      } else groups.push({ id: row.id, rows: [row] });
    }
    const before = this.#groups;
    const now = groups.map((group) => {
      const known = before.get(group.id);
      return known && isSame(known, group) ? known : group;
    });
    this.#groups = new Map(now.map((group) => [group.id, group]));
    this.#begins = new Set(this.#groups.keys());
    return now;
  }

  /** Counts older rows back from the known ones, so that the groups in between are full. */
  #beginAbove(rows: readonly PageRow[]): void {
    const known = rows.findIndex(({ id }) => this.#begins.has(id));
    for (let index = known - SIZE; index > 0; index -= SIZE) this.#begins.add(rows[index]?.id ?? '');
  }

  /** A new row within a group extends it; a new row at its end does not. */
  #isFull({ id, rows }: RowGroup, next: PageRow): boolean {
    if (rows.length < SIZE) return false;
    return !this.#groups.get(id)?.rows.some((row) => row.id === next.id);
  }
}

function isSame(a: RowGroup, b: RowGroup): boolean {
  return a.rows.length === b.rows.length && a.rows.every((row, index) => isSameRow(row, b.rows[index]));
}

/** Rows are created again with every change of the session; most are equal to the previous ones. */
export function isSameRow(a: PageRow, b: PageRow | undefined): boolean {
  if (a === b) return true;
  if (a.kind === 'item' && b?.kind === 'item' && a.item === b.item) return true;
  if (a.kind === 'end' && b?.kind === 'end') {
    return a.outcome === b.outcome && a.duration_ms === b.duration_ms && a.answer === b.answer;
  }
  return JSON.stringify(a) === JSON.stringify(b);
}
