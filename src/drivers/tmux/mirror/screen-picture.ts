/**
 * A pane's screen as bytes that draw it into an emptied terminal: text and colours, what has scrolled out above, cursor, and what
 * keys mean.
 */

/** So much of what has scrolled out is part of a picture; a program that fills the screen keeps its history itself. */
export const HISTORY_LINES = 1000;

/** Asked of tmux in one line; names and order belong together with `readState`. */
export const STATE_FORMAT = [
  ...['pane_width', 'pane_height', 'cursor_x', 'cursor_y', 'cursor_flag', 'alternate_on'],
  ...[
    'keypad_cursor_flag',
    'keypad_flag',
    'mouse_standard_flag',
    'mouse_button_flag',
    'mouse_all_flag',
    'mouse_sgr_flag',
    'history_size',
  ],
]
  .map((name) => `#{${name}}`)
  .join(' ');

export interface PaneState {
  readonly columns: number;
  readonly rows: number;
  readonly column: number;
  readonly row: number;
  /** Modes that are on, by the number that switches them. */
  readonly modes: readonly number[];
  readonly isCursorHidden: boolean;
  readonly isKeypad: boolean;
  /** Lines at the beginning of a capture that are no part of what the program shows: those of the shell before it. */
  readonly foreign: number;
}

export function readState(line: string): PaneState {
  const [columns = 80, rows = 24, column = 0, row = 0, ...flags] = line.split(' ').map(Number);
  const [
    isCursorShown,
    isAlternate,
    cursorKeys,
    keypad,
    mouse,
    mouseButton,
    mouseAll,
    mouseSgr,
    history = 0,
  ] = flags;
  const modes: [number | undefined, number][] = [
    [isAlternate, 1049],
    [cursorKeys, 1],
    [mouse, 1000],
    [mouseButton, 1002],
    [mouseAll, 1003],
    [mouseSgr, 1006],
  ];
  return {
    columns,
    rows,
    column,
    row,
    modes: modes.filter(([isOn]) => isOn === 1).map(([, mode]) => mode),
    isCursorHidden: isCursorShown === 0,
    isKeypad: keypad === 1,
    foreign: isAlternate === 1 ? Math.min(history, HISTORY_LINES) : 0,
  };
}

/** `lines` as `capture-pane -e` gives them, history first. Claude Code asks for bracketed pastes, which tmux does not tell. */
export function drawScreen(
  { column, row, modes, isCursorHidden, isKeypad, foreign }: PaneState,
  lines: readonly string[],
): string {
  return [
    '\x1bc',
    ...modes.map((mode) => `\x1b[?${mode}h`),
    '\x1b[H',
    lines.slice(foreign).join('\r\n'),
    '\x1b[0m',
    `\x1b[${row + 1};${column + 1}H`,
    isCursorHidden ? '\x1b[?25l' : '',
    isKeypad ? '\x1b=' : '',
    '\x1b[?2004h',
  ].join('');
}
