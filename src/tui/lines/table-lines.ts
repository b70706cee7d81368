/** A table of markdown in columns that stand in line; cells too wide for the screen are wrapped, nothing is cut off. */
import type { Style } from '../../lib/style.ts';
import { padToWidth, textWidth } from '../../lib/text-width.ts';
import { wrapText } from '../../lib/wrap-text.ts';

const ROW = /^\s*\|.*\|\s*$/;
const RULE = /^\s*\|(\s*:?-+:?\s*\|)+\s*$/;
const GAP = ' │ ';
/** Narrower columns than this cannot be read. */
const NARROWEST = 8;

/** How many lines from here on are a table; 0 when none begins here. */
export function tableLength(lines: readonly string[], from: number): number {
  if (!ROW.test(lines[from] ?? '') || !RULE.test(lines[from + 1] ?? '')) return 0;
  const end = lines.findIndex((line, index) => index > from && !ROW.test(line));
  return (end === -1 ? lines.length : end) - from;
}

/** The lines of a table, clean; as they are when there is no room for columns. */
export function tableLines(lines: readonly string[], width: number, style: Style): string[] {
  const [head = [], rule = [], ...body] = lines.map(cellsOf);
  const columns = head.map((_, column) => ({
    wide: Math.max(1, ...[head, ...body].map((cells) => textWidth(cells[column] ?? ''))),
    align: /-:$/.test(rule[column] ?? '') ? ('right' as const) : ('left' as const),
  }));
  const widths = narrowed(
    columns.map(({ wide }) => wide),
    width - GAP.length * (columns.length - 1),
  );
  if (!widths) return lines.flatMap((line) => wrapText(line, width));
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
  return [...lay(head).map(style.strong), style.quiet(line), ...body.flatMap(lay)];
}

/** Without the bars at its ends; a bar that is part of the text is marked with a backslash. */
function cellsOf(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|').replaceAll('**', ''));
}

/** Takes from the widest until all fit; undefined when they cannot. */
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
