/**
 * Rows in small groups, which the list of a conversation takes in and out as one: doing that row by row costs more than the
 * rows themselves. Groups stay as they were made: what comes in above or below makes new ones, so that nothing is drawn or
 * measured again.
 */
import type { Row } from '../../src/core/conversation/rows.ts';

export interface RowGroup {
  /** That of its first row. */
  readonly id: string;
  readonly rows: readonly Row[];
}

const SIZE = 5;

export class RowGroups {
  /** The rows that groups begin with. */
  #begins = new Set<string>();
  #groups = new Map<string, RowGroup>();

  /** The groups of all rows; one whose rows are as before is the same object as before. */
  update(rows: readonly Row[]): RowGroup[] {
    this.#beginAbove(rows);
    const groups: { id: string; rows: Row[] }[] = [];
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

  /** Older rows are counted from those known, so that the groups between are full. */
  #beginAbove(rows: readonly Row[]): void {
    const known = rows.findIndex(({ id }) => this.#begins.has(id));
    for (let index = known - SIZE; index > 0; index -= SIZE) this.#begins.add(rows[index]?.id ?? '');
  }

  /** A row that comes in the middle of a group makes it longer; one that comes at the end of it does not. */
  #isFull({ id, rows }: RowGroup, next: Row): boolean {
    if (rows.length < SIZE) return false;
    return !this.#groups.get(id)?.rows.some((row) => row.id === next.id);
  }
}

function isSame(a: RowGroup, b: RowGroup): boolean {
  return a.rows.length === b.rows.length && a.rows.every((row, index) => isSameRow(row, b.rows[index]));
}

/** Rows are made anew with every change of the session; most of them tell the same as before. */
export function isSameRow(a: Row, b: Row | undefined): boolean {
  if (a === b) return true;
  if (a.kind === 'item' && b?.kind === 'item' && a.item === b.item) return true;
  return JSON.stringify(a) === JSON.stringify(b);
}
