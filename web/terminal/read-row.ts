/** One screen row as runs of equally styled text, independent of how it is drawn. */
import type { IBufferCell, IBufferLine } from '@xterm/headless';
import { blend, GROUND, paletteColour, type Rgb, readable, rgbOf, TEXT, toCss } from './colours.ts';

export interface Look {
  readonly color?: string;
  readonly ground?: string;
  /** Class names, such as `bold underline`. */
  readonly marks: string;
}

export interface Run {
  readonly text: string;
  /** Undefined for plain text. */
  readonly look?: Look | undefined;
  /** Columns to reserve for a character that the font draws in another width. */
  readonly columns?: number;
}

/** Whether the font draws a character exactly this many columns wide. */
export type FitsColumns = (characters: string, columns: number) => boolean;

export function readRow(
  line: IBufferLine | undefined,
  columns: number,
  cell: IBufferCell,
  fits: FitsColumns,
): Run[] {
  const runs: { text: string; look?: Look | undefined; columns?: number }[] = [];
  for (let column = 0; column < columns; column++) {
    if (!line?.getCell(column, cell)) break;
    const width = cell.getWidth();
    // The second half of a wide character.
    if (width === 0) continue;
    const text = cell.isInvisible() ? ' '.repeat(width) : cell.getChars() || ' ';
    const look = lookOf(cell);
    const last = runs.at(-1);
    if (!fits(text, width)) runs.push({ text, look, columns: width });
    else if (last && last.look === look && last.columns === undefined) last.text += text;
    else runs.push({ text, look });
  }
  return withoutEmptyEnd(runs);
}

/** Equal for rows that look the same. */
export function rowKey(runs: readonly Run[]): string {
  return runs
    .map(
      ({ text, look, columns = 0 }) =>
        `${columns}${look ? `${look.color ?? ''}/${look.ground ?? ''}/${look.marks}` : ''}\t${text}`,
    )
    .join('\n');
}

function withoutEmptyEnd(runs: Run[]): Run[] {
  const last = runs.at(-1);
  if (!last || last.look || last.columns !== undefined) return runs;
  const text = last.text.trimEnd();
  return text === '' ? runs.slice(0, -1) : [...runs.slice(0, -1), { text }];
}

/** There are few styles; equal ones are the same object. */
const looks = new Map<string, Look>();

function lookOf(cell: IBufferCell): Look | undefined {
  if (cell.isAttributeDefault()) return undefined;
  const key = [
    cell.getFgColorMode(),
    cell.getFgColor(),
    cell.getBgColorMode(),
    cell.getBgColor(),
    cell.isBold(),
    cell.isItalic(),
    cell.isUnderline(),
    cell.isStrikethrough(),
    cell.isInverse(),
    cell.isDim(),
  ].join();
  let look = looks.get(key);
  if (!look) {
    look = makeLook(cell);
    // A program may use millions of colours.
    if (looks.size > 5000) looks.clear();
    looks.set(key, look);
  }
  return look;
}

function makeLook(cell: IBufferCell): Look {
  const ink = colourOf(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()) ?? TEXT;
  const paper = colourOf(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor()) ?? GROUND;
  const [front, back] = cell.isInverse() ? [paper, ink] : [ink, paper];
  const seen = readable(cell.isDim() ? blend(front, back, 0.6) : front, back);
  const marks = [
    cell.isBold() && 'bold',
    cell.isItalic() && 'italic',
    cell.isUnderline() && 'underline',
    cell.isStrikethrough() && 'struck',
  ];
  return {
    ...(seen !== TEXT && { color: toCss(seen) }),
    ...(back !== GROUND && { ground: toCss(back) }),
    marks: marks.filter(Boolean).join(' '),
  };
}

function colourOf(isRgb: boolean, isPalette: boolean, value: number): Rgb | undefined {
  if (isRgb) return rgbOf(value);
  return isPalette ? paletteColour(value) : undefined;
}
