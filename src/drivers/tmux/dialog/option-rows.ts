/** The rows that a dialog offers, as Claude Code 2.1.325 draws them: `❯ 1. Yes`, `  2. [✔] Push`, or without numbers. */

export interface OptionRow {
  /** The key that selects it, if it has one. */
  readonly number: number | undefined;
  readonly isMarked: boolean;
  /** Whether its box is ticked, if it has one. */
  readonly isTicked: boolean | undefined;
  /** Its text, including the lines below that belong to it. */
  readonly text: string;
}

const NUMBERED = /^ *(❯)? *(\d{1,2})\. (?:\[([ ✔])\] )?(.*)$/;
const PLAIN = /^ {1,3}(?:(❯) | {2})(\S.*)$/;
/** A preview is drawn to the right of the rows. */
const PREVIEW = /(?:^| {2,})[┌│└├].*$/;

/** Reads numbered rows. Lines below a row belong to it, even if they form a list. */
export function readNumberedRows(lines: readonly string[]): OptionRow[] {
  const rows: OptionRow[] = [];
  const column = columnOf(lines.find(isNumberedRow) ?? '');
  for (const line of lines) {
    const [found, mark, number, box, text = ''] = NUMBERED.exec(line) ?? [];
    const last = rows.at(-1);
    if (found !== undefined && columnOf(line) === column) {
      rows.push({
        number: Number(number),
        isMarked: mark !== undefined,
        isTicked: box === undefined ? undefined : box === '✔',
        text: withoutPreview(text),
      });
    } else if (last) {
      rows[rows.length - 1] = { ...last, text: `${last.text}\n${withoutPreview(line).trim()}`.trimEnd() };
    }
  }
  return rows;
}

/** Reads rows without numbers, each on one line. */
export function readPlainRows(lines: readonly string[]): OptionRow[] {
  return lines.flatMap((line) => {
    const [found, mark, text = ''] = PLAIN.exec(line) ?? [];
    return found === undefined
      ? []
      : [{ number: undefined, isMarked: mark !== undefined, isTicked: undefined, text }];
  });
}

export function isNumberedRow(line: string): boolean {
  return NUMBERED.test(line);
}

function columnOf(line: string): number {
  return line.search(/\d/);
}

function withoutPreview(text: string): string {
  return text.replace(PREVIEW, '');
}
