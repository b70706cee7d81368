/** What a pane shows at one moment, as read from tmux's answer. */
import { toCanonicalRows } from './canonical-rows.ts';

export interface Snapshot {
  readonly columns: number;
  /** What is on the screen, from the top. */
  readonly rows: readonly string[];
  /** Lines that have scrolled out, oldest first: as many as were asked for. */
  readonly above: readonly string[];
  /** How many lines have scrolled out in all. */
  readonly historySize: number;
  readonly cursor: { readonly column: number; readonly row: number; readonly isShown: boolean };
  /** A program fills the screen and keeps its history itself. */
  readonly isAlternate: boolean;
  readonly isKeypad: boolean;
  /** Private modes that are set, such as those of the mouse. */
  readonly modes: readonly number[];
}

const MODES = [
  ['keypad_cursor_flag', 1],
  ['mouse_standard_flag', 1000],
  ['mouse_button_flag', 1002],
  ['mouse_all_flag', 1003],
  ['mouse_sgr_flag', 1006],
] as const;

/** The order is that of `readSnapshot`. */
export const STATE_FORMAT = [
  'pane_width',
  'pane_height',
  'history_size',
  'cursor_x',
  'cursor_y',
  'cursor_flag',
  'alternate_on',
  'keypad_flag',
  ...MODES.map(([name]) => name),
]
  .map((name) => `#{${name}}`)
  .join(' ');

/** Reads a line of `STATE_FORMAT` followed by what `capture-pane -e` printed at the same moment. */
export function readSnapshot([state = '', ...lines]: readonly string[]): Snapshot {
  const [columns = 80, rows = 24, historySize = 0, column = 0, row = 0, ...flags] = state
    .split(' ')
    .map(Number);
  const [isCursorShown, isAlternate, isKeypad, ...modes] = flags.map((flag) => flag === 1);
  const all = toCanonicalRows(lines);
  return {
    columns,
    rows: all.slice(-rows),
    // Above a program that fills the screen are the lines of the shell before it.
    above: isAlternate ? [] : all.slice(0, -rows),
    historySize,
    cursor: { column, row, isShown: isCursorShown !== false },
    isAlternate: isAlternate === true,
    isKeypad: isKeypad === true,
    modes: MODES.flatMap(([, mode], at) => (modes[at] ? [mode] : [])),
  };
}
