/** A markdown table in aligned columns; wide cells are wrapped, nothing is cut. */
import type { Tokens } from 'marked';
import type { Style } from '../../lib/style.ts';
import { padToWidth, textWidth } from '../../lib/text-width.ts';
import { wrapText } from '../../lib/wrap-text.ts';

const GAP = ' │ ';
/** Narrower columns are unreadable. */
const NARROWEST = 8;

/** Unchanged if the columns do not fit. */
export function tableLines(
  { header, rows, align, raw }: Tokens.Table,
  width: number,
  style: Style,
): string[] {
  const written = raw.trimEnd().split('\n');
  // The parser takes a line without a bar as a row of one cell; here it is text below the table.
  const end = written.findLastIndex((line) => line.includes('|')) + 1;
  const [head = [], ...body] = [header, ...rows.slice(0, end - 2)].map((cells) => cells.map(wordsOf));
  const columns = head.map((_, column) => ({
    wide: Math.max(1, ...[head, ...body].map((cells) => textWidth(cells[column] ?? ''))),
    align: align[column] === 'right' ? ('right' as const) : ('left' as const),
  }));
  const widths = narrowed(
    columns.map(({ wide }) => wide),
    width - GAP.length * (columns.length - 1),
  );
  if (!widths) return written.flatMap((line) => wrapText(line, width));
  const lay = (cells: readonly string[]) => {
    const wrapped = widths.map((wide, column) => wrapText(cells[column] ?? '', wide));
    const height = Math.max(...wrapped.map((cell) => cell.length));
    return Array.from({ length: height }, (_, row) =>
      widths
        .map((wide, column) => padToWidth(wrapped[column]?.[row] ?? '', wide, columns[column]?.align))
        .join(GAP)
        .trimEnd(),
    );
  };
  const line = widths.map((wide) => '─'.repeat(wide)).join('─┼─');
  const below = written.slice(end).flatMap((words) => wrapText(words, width));
  return [...lay(head).map(style.strong), style.quiet(line), ...body.flatMap(lay), ...below];
}

function wordsOf({ text }: Tokens.TableCell): string {
  return text.replaceAll('**', '');
}

/** Shrinks the widest columns until all fit; undefined if they cannot. */
function narrowed(wanted: readonly number[], room: number): number[] | undefined {
  const widths = [...wanted];
  for (let over = sum(widths) - room; over > 0; over = sum(widths) - room) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST) return undefined;
    const next = Math.max(NARROWEST, ...widths.filter((one) => one < widest));
    const count = widths.filter((one) => one === widest).length;
    const step = Math.min(widest - next, Math.ceil(over / count));
    for (const [column, one] of widths.entries())
      if (one === widest) widths[column] = one - Math.max(1, step);
  }
  return widths;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
