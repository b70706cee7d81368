/** The last lines of a terminal, redrawn in place: for lists and menus that change while they are shown. */

const UP = (rows: number) => `\u001b[${rows}A`;
const CLEAR_BELOW = '\u001b[J';
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';

export interface Terminal {
  write(text: string): unknown;
  readonly rows?: number;
}

export class LiveArea {
  readonly #terminal: Terminal;
  #drawn = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Each line must fit the width of the terminal; lines beyond its height are omitted. */
  draw(lines: readonly string[]): void {
    const shown = lines.slice(0, Math.max(1, (this.#terminal.rows ?? 24) - 1));
    this.#terminal.write(`${HIDE_CURSOR}${this.#back()}${shown.map((line) => `${line}\n`).join('')}`);
    this.#drawn = shown.length;
  }

  /** Removes it; later output takes its place. */
  clear(): void {
    this.#terminal.write(`${this.#back()}${SHOW_CURSOR}`);
    this.#drawn = 0;
  }

  /** Leaves it; later output appears below. */
  leave(): void {
    this.#terminal.write(SHOW_CURSOR);
    this.#drawn = 0;
  }

  #back(): string {
    return `\r${this.#drawn > 0 ? UP(this.#drawn) : ''}${CLEAR_BELOW}`;
  }
}

/** Whether a stream is a terminal that supports redrawing. */
export function canDraw(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
