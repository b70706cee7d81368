/**
 * The layout of a line of `reins watch`: time, speaker, text; longer text is indented below its first line.
 */

import { cutToWidth, padToWidth } from '../../lib/text-width.ts';
import { cleanLine, cleanText } from '../terminal/clean-text.ts';
import type { Style } from '../terminal/style.ts';

export interface Entry {
  readonly at: string;
  /** `you`, `claude` or a symbol: who speaks. At most seven columns. */
  readonly label: string;
  readonly text: string;
  readonly paint?: (text: string) => string;
  /** Keeps line breaks and never truncates: spoken text is shown whole, descriptions on one line. */
  readonly whole?: boolean;
}

export interface LayoutOptions {
  readonly style: Style;
  /** The session or the subagent, if it is not the only one. */
  readonly prefix?: string;
  /** Columns of the terminal; absent in a pipe, where nothing is truncated. */
  readonly width?: number | undefined;
  /** The time zone of the clock; by default the machine's own. */
  readonly timeZone?: string | undefined;
}

const LABEL = 7;
/** `HH:MM:SS` */
const CLOCK = 8;

export function layOut({ at, label, text, paint, whole }: Entry, options: LayoutOptions): string[] {
  const { style, width, timeZone } = options;
  const clock = new Date(at).toLocaleTimeString('en-GB', { timeZone });
  const lead = `${clock} ${prefixOf(options)}`;
  const painted = paint ?? ((words: string) => words);
  const column = columnOf(options);
  const [first = '', ...more] = whole
    ? cleanText(text).trimEnd().split('\n')
    : [oneLine(text, column, width)];
  const head = `${style.quiet(lead)}${painted(padToWidth(label, LABEL))} ${painted(first)}`;
  return [head.trimEnd(), ...more.map((line) => `${' '.repeat(column)}${painted(line)}`.trimEnd())];
}

/** Where the text of an entry starts. */
export function columnOf(options: LayoutOptions): number {
  return CLOCK + 1 + prefixOf(options).length + LABEL + 1;
}

function prefixOf({ prefix = '' }: LayoutOptions): string {
  return prefix === '' ? '' : `${cleanLine(prefix)} `;
}

function oneLine(text: string, column: number, width: number | undefined): string {
  const line = cleanLine(text);
  return width === undefined ? line : cutToWidth(line, Math.max(20, width - column));
}
