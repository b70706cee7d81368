/**
 * The screen as lines: writes only those that have changed. Owns the terminal modes: alternate screen, cursor, bracketed
 * paste, focus. Every line is positioned separately, so a wrongly measured one does not affect the others.
 */
import { MARK_PASTES, REPORT_MOUSE } from '../../lib/read-keys.ts';
import { onlyStyle } from './only-style.ts';

export interface Frame {
  /** From the top; each at most as wide as the terminal. */
  readonly lines: readonly string[];
  /** What a click on a line does, by row. A click never answers a request. */
  readonly clicks?: Clicks | undefined;
  /** The cursor, counted from 0; absent if there is no editor. */
  readonly cursor?: { readonly row: number; readonly column: number } | undefined;
}

export type Clicks = ReadonlyMap<number, () => void>;

export interface ScreenOutput {
  write(text: string): unknown;
}

const OTHER_SCREEN = { on: '\u001b[?1049h', off: '\u001b[?1049l' };
const WRAP = { on: '\u001b[?7h', off: '\u001b[?7l' };
const CURSOR = { on: '\u001b[?25h', off: '\u001b[?25l' };
const FOCUS = { on: '\u001b[?1004h', off: '\u001b[?1004l' };
/** Synchronized output: terminals that support it show a frame in one step; others ignore it. */
const TOGETHER = { on: '\u001b[?2026h', off: '\u001b[?2026l' };
const RESET = '\u001b[0m';
const CLEAR = '\u001b[2J';

const ENTER = OTHER_SCREEN.on + WRAP.off + CURSOR.off + MARK_PASTES.on + FOCUS.on + CLEAR;
export const LEAVE =
  RESET + REPORT_MOUSE.off + FOCUS.off + MARK_PASTES.off + WRAP.on + OTHER_SCREEN.off + CURSOR.on;

export class Screen {
  readonly #output: ScreenOutput;
  readonly #hasMouse: boolean;
  #shown: readonly string[] = [];

  constructor(output: ScreenOutput, { mouse }: { readonly mouse: boolean }) {
    this.#output = output;
    this.#hasMouse = mouse;
  }

  enter(): void {
    this.#shown = [];
    this.#output.write(this.#hasMouse ? ENTER + REPORT_MOUSE.on : ENTER);
  }

  leave(): void {
    this.#output.write(LEAVE);
  }

  /** Redraws the whole next frame. */
  forget(): void {
    this.#shown = [];
    this.#output.write(CLEAR);
  }

  draw({ lines, cursor }: Frame): void {
    const count = Math.max(lines.length, this.#shown.length);
    let changes = '';
    for (let row = 0; row < count; row++) {
      const line = lines[row] ?? '';
      if (line === this.#shown[row]) continue;
      // Cleared first: after a line that fills the row, this would clear its last character.
      changes += `${place(row, 0)}\u001b[K${onlyStyle(line)}${RESET}`;
    }
    const end = cursor ? `${place(cursor.row, cursor.column)}${CURSOR.on}` : CURSOR.off;
    this.#shown = lines;
    this.#output.write(`${TOGETHER.on}${CURSOR.off}${changes}${end}${TOGETHER.off}`);
  }
}

function place(row: number, column: number): string {
  return `\u001b[${row + 1};${column + 1}H`;
}
