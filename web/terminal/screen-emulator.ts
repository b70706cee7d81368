/** A headless terminal emulator; its screen is read row by row. */
import { type IBufferCell, Terminal } from '@xterm/headless';
import { tmuxWidths } from './char-widths.ts';
import { type FitsColumns, type Run, readRow } from './read-row.ts';

/** Lines of history; the hub sends no more with a snapshot. */
const HISTORY_LINES = 1000;
const SHOW_CURSOR = 25;

export interface Cursor {
  readonly column: number;
  /** Counted from the first line of the history. */
  readonly row: number;
}

export class ScreenEmulator {
  readonly #terminal = new Terminal({
    allowProposedApi: true,
    cols: 80,
    rows: 24,
    scrollback: HISTORY_LINES,
    logLevel: 'off',
  });
  readonly #cell: IBufferCell = this.#terminal.buffer.active.getNullCell();
  #isCursorShown = true;
  /** Called after each processed chunk of output. */
  onChange: () => void = () => {};

  constructor() {
    const { unicode, parser } = this.#terminal;
    unicode.register(tmuxWidths);
    unicode.activeVersion = tmuxWidths.version;
    // The emulator handles these, too, but does not report them.
    const watch = (isShown: boolean) => (params: (number | number[])[]) => {
      if (params.includes(SHOW_CURSOR)) this.#isCursorShown = isShown;
      return false;
    };
    parser.registerCsiHandler({ prefix: '?', final: 'h' }, watch(true));
    parser.registerCsiHandler({ prefix: '?', final: 'l' }, watch(false));
    parser.registerEscHandler({ final: 'c' }, () => {
      this.#isCursorShown = true;
      return false;
    });
    this.#terminal.onWriteParsed(() => this.onChange());
  }

  draw({ columns, rows, data }: { columns: number; rows: number; data: string }): void {
    this.#terminal.resize(columns, rows);
    this.#terminal.write(data);
  }

  write(bytes: Uint8Array): void {
    this.#terminal.write(bytes);
  }

  get columns(): number {
    return this.#terminal.cols;
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  /** Lines above the screen. */
  get history(): number {
    return this.#terminal.buffer.active.baseY;
  }

  /** From here on every new line drops the oldest one. */
  get isHistoryFull(): boolean {
    return this.history >= HISTORY_LINES;
  }

  get cursor(): Cursor | undefined {
    if (!this.#isCursorShown) return undefined;
    const { baseY, cursorX, cursorY } = this.#terminal.buffer.active;
    return { column: Math.min(cursorX, this.columns - 1), row: baseY + cursorY };
  }

  get isApplicationCursor(): boolean {
    return this.#terminal.modes.applicationCursorKeysMode;
  }

  /** Whether the program receives mouse wheel events. */
  get hearsWheel(): boolean {
    return !['none', 'x10'].includes(this.#terminal.modes.mouseTrackingMode);
  }

  /** The program is drawing and asks to delay rendering (synchronized output). */
  get isDrawing(): boolean {
    return this.#terminal.modes.synchronizedOutputMode;
  }

  /** `at` counts from the first line of the history. */
  readRow(at: number, fits: FitsColumns): Run[] {
    return readRow(this.#terminal.buffer.active.getLine(at), this.columns, this.#cell, fits);
  }

  dispose(): void {
    this.#terminal.dispose();
  }
}
