/** Renders rows as aligned lines. Cells are cleaned here, so text from a session cannot disturb the terminal. */

import { cutToWidth, padToWidth, textWidth } from '../../lib/text-width.ts';
import { cleanLine } from './clean-text.ts';

export interface Column {
  readonly header: string;
  readonly align?: 'left' | 'right';
  /** May be cut if the terminal is narrow. */
  readonly flexible?: boolean;
}

export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

const GAP = '  ';
const NARROWEST = 8;

/** `width`: the columns of the terminal; absent if there is no limit, as in a pipe. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  {
    width,
    paintHeader = (text: string) => text,
  }: { width?: number | undefined; paintHeader?: Cell['paint'] } = {},
): string {
  const header = columns.map(({ header: text }): Cell => ({ text, paint: paintHeader }));
  const clean = [header, ...rows].map((row) => row.map((cell) => ({ ...cell, text: cleanLine(cell.text) })));
  const natural = columns.map((_, index) =>
    Math.max(...clean.map((row) => textWidth(row[index]?.text ?? ''))),
  );
  const widths = width === undefined ? natural : shrink(columns, natural, width);
  return clean
    .map((row) =>
      row
        .map(({ text, paint }, index) => {
          const wide = widths[index] ?? 0;
          const cut = cutToWidth(text, wide);
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

/** Shrinks the widest flexible column until everything fits or nothing more can be shrunk. */
function shrink(columns: readonly Column[], natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  const total = () => widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1));
  while (total() > width) {
    const flexible = columns.flatMap((column, index) => (column.flexible ? [index] : []));
    const widest = flexible.reduce((a, b) => ((widths[b] ?? 0) > (widths[a] ?? 0) ? b : a), flexible[0] ?? 0);
    const now = widths[widest] ?? 0;
    if (flexible.length === 0 || now <= NARROWEST) break;
    widths[widest] = now - 1;
  }
  return widths;
}
