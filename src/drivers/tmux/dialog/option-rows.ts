/** The rows that a dialog offers, as Claude Code 2.1.325 draws them: `❯ 1. Yes`, `  2. [✔] Push`, or without numbers. */

export interface OptionRow {
  /** The key that chooses it, where it has one. */
  readonly number: number | undefined;
  readonly isMarked: boolean;
  /** Whether its box is ticked, where it has one. */
  readonly isTicked: boolean | undefined;
  /** Its text with the lines below that belong to it. */
  readonly text: string;
}

const NUMBERED = /^ *(❯)? *(\d{1,2})\. (?:\[([ ✔])\] )?(.*)$/;
const PLAIN = /^ {1,3}(?:(❯) | {2})(\S.*)$/;
/** The picture of a preview stands to the right of the rows. */
const PREVIEW = /(?:^| {2,})[┌│└├].*$/;

/** Reads rows with numbers; what stands below a row belongs to it, also when it is a list itself. */
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
