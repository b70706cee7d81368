/** Renders rows as aligned lines. Cells are cleaned here, so text from a session cannot disturb the terminal. */

import { cutStart, cutToWidth, padToWidth, textWidth } from '../../lib/text-width.ts';
import { cleanLine } from './clean-text.ts';

export interface Column {
  readonly header: string;
  readonly align?: 'left' | 'right';
  /** May be cut if the terminal is narrow. */
  readonly flexible?: boolean;
  /** Where it is cut: a path is recognised by its end. */
  readonly cut?: 'end' | 'start';
  /** The narrowest that a flexible column becomes while others can be left out. */
  readonly least?: number;
  /** Left out if the terminal is too narrow for all columns, the lowest number first. */
  readonly drop?: number;
}

export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

const GAP = '  ';
const NARROWEST = 8;

/** `width`: the columns of the terminal; absent if there is no limit, as in a pipe. */
export function renderTable(
  all: readonly Column[],
  rows: readonly (readonly Cell[])[],
  {
    width,
    paintHeader = (text: string) => text,
  }: { width?: number | undefined; paintHeader?: Cell['paint'] } = {},
): string {
  const header = all.map(({ header: text }): Cell => ({ text, paint: paintHeader }));
  const cells = [header, ...rows].map((row) => row.map((cell) => ({ ...cell, text: cleanLine(cell.text) })));
  const natural = all.map((_, index) => Math.max(...cells.map((row) => textWidth(row[index]?.text ?? ''))));
  const { kept, widths } = fitColumns(all, natural, width);
  const columns = kept.flatMap((index) => all[index] ?? []);
  return cells
    .map((row) => kept.flatMap((index) => row[index] ?? []))
    .map((row) =>
      row
        .map(({ text, paint }, index) => {
          const wide = widths[index] ?? 0;
          const cut = columns[index]?.cut === 'start' ? cutStart(text, wide) : cutToWidth(text, wide);
          const padded =
            index === row.length - 1 && columns[index]?.align !== 'right'
              ? cut
              : padToWidth(cut, wide, columns[index]?.align);
          return paint ? padded.replace(cut, () => paint(cut)) : padded;
        })
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** The columns that are shown, by index, and their widths. */
function fitColumns(columns: readonly Column[], natural: readonly number[], width: number | undefined) {
  let kept = columns.map((_, index) => index);
  for (;;) {
    const own = kept.map((index) => natural[index] ?? 0);
    if (width === undefined) return { kept, widths: own };
    const shown = kept.flatMap((index) => columns[index] ?? []);
    const widths = shrink(shown, own, width);
    if (totalOf(widths) <= width) return { kept, widths };
    const droppable = kept.filter((index) => columns[index]?.drop !== undefined);
    if (droppable.length === 0) {
      const last = shown.map((column) => ({ ...column, least: NARROWEST }));
      return { kept, widths: shrink(last, own, width) };
    }
    const next = droppable.reduce((a, b) => (dropOf(columns[b]) < dropOf(columns[a]) ? b : a));
    kept = kept.filter((index) => index !== next);
  }
}

const dropOf = (column: Column | undefined) => column?.drop ?? Number.POSITIVE_INFINITY;
const totalOf = (widths: readonly number[]) =>
  widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1));

/** Shrinks the widest flexible column until everything fits or nothing more can be shrunk. */
function shrink(columns: readonly Column[], natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  while (totalOf(widths) > width) {
    const flexible = columns.flatMap(({ flexible: isFlexible, least = NARROWEST }, index) =>
      isFlexible && (widths[index] ?? 0) > least ? [index] : [],
    );
    const [first] = flexible;
    if (first === undefined) break;
    const widest = flexible.reduce((a, b) => ((widths[b] ?? 0) > (widths[a] ?? 0) ? b : a), first);
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
