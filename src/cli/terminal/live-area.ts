/** The last lines of a terminal, drawn anew in place: for lists and menus that change while they are looked at. */

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

  /** Each line must fit the width of the terminal; what does not fit its height is left out at the end. */
  draw(lines: readonly string[]): void {
    const shown = lines.slice(0, Math.max(1, (this.#terminal.rows ?? 24) - 1));
    this.#terminal.write(`${HIDE_CURSOR}${this.#back()}${shown.map((line) => `${line}\n`).join('')}`);
    this.#drawn = shown.length;
  }

  /** Takes it away; what is written next stands in its place. */
  clear(): void {
    this.#terminal.write(`${this.#back()}${SHOW_CURSOR}`);
    this.#drawn = 0;
  }

  /** Leaves it as it is; what is written next stands below. */
  leave(): void {
    this.#terminal.write(SHOW_CURSOR);
    this.#drawn = 0;
  }

  #back(): string {
    return `\r${this.#drawn > 0 ? UP(this.#drawn) : ''}${CLEAR_BELOW}`;
  }
}

/** Whether a stream is a terminal that can be drawn on. */
export function canDraw(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
