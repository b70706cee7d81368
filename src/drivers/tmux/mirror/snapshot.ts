/** What a pane shows at one moment, parsed from tmux's response. */
import { toCanonicalRows } from './canonical-rows.ts';

export interface Snapshot {
  readonly columns: number;
  /** The lines on the screen, from the top. */
  readonly rows: readonly string[];
  /** Lines that have scrolled out, oldest first: as many as were requested. */
  readonly above: readonly string[];
  /** How many lines have scrolled out in all. */
  readonly historySize: number;
  readonly cursor: { readonly column: number; readonly row: number; readonly isShown: boolean };
  /** A full-screen program is running, which manages its own history. */
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

/** In the order in which `readSnapshot` expects them. */
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

/** Reads a line of `STATE_FORMAT` followed by the output of `capture-pane -e` at the same moment. */
export function readSnapshot([state = '', ...lines]: readonly string[]): Snapshot {
  const [columns = 80, rows = 24, historySize = 0, column = 0, row = 0, ...flags] = state
    .split(' ')
    .map(Number);
  const [isCursorShown, isAlternate, isKeypad, ...modes] = flags.map((flag) => flag === 1);
  const all = toCanonicalRows(lines);
  return {
    columns,
    rows: all.slice(-rows),
    // Above a full-screen program are the lines of the shell before it.
    above: isAlternate ? [] : all.slice(0, -rows),
    historySize,
    cursor: { column, row, isShown: isCursorShown !== false },
    isAlternate: isAlternate === true,
    isKeypad: isKeypad === true,
    modes: MODES.flatMap(([, mode], at) => (modes[at] ? [mode] : [])),
  };
}
