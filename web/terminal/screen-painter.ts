/**
 * Draws a screen as rows of text, which can be selected, copied, scrolled and read by screen readers. Updates only changed
 * rows. Colours are set by script, since the content security policy forbids inline styles.
 */
import type { CellRuler } from './cell-ruler.ts';
import { type Run, rowKey } from './read-row.ts';
import type { ScreenEmulator } from './screen-emulator.ts';

/** Paints anyway after this time if a program never ends its synchronized output. */
const LONGEST_DRAWING_MS = 150;

export class ScreenPainter {
  readonly #emulator: ScreenEmulator;
  readonly #ruler: CellRuler;
  readonly #list: HTMLElement;
  readonly #cursor: HTMLElement;
  readonly #onPaint: () => void;
  readonly #rows: { readonly element: HTMLElement; key: string }[] = [];
  #history = 0;
  #frame = 0;
  #drawingSince: number | undefined;

  /** `onPaint` is called after each repaint. */
  constructor(
    emulator: ScreenEmulator,
    ruler: CellRuler,
    list: HTMLElement,
    cursor: HTMLElement,
    onPaint: () => void,
  ) {
    this.#emulator = emulator;
    this.#ruler = ruler;
    this.#list = list;
    this.#cursor = cursor;
    this.#onPaint = onPaint;
  }

  /** Paints in the next frame; a page in the background paints when it is visible again. */
  schedule(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#mustWait()) this.schedule();
      else this.#paint();
    });
  }

  /** Repaints every row, after a font change. */
  repaint(): void {
    for (const row of this.#rows) row.key = '?';
    this.schedule();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  #mustWait(): boolean {
    if (!this.#emulator.isDrawing) {
      this.#drawingSince = undefined;
      return false;
    }
    this.#drawingSince ??= performance.now();
    return performance.now() - this.#drawingSince < LONGEST_DRAWING_MS;
  }

  #paint(): void {
    const { history, rows, isHistoryFull } = this.#emulator;
    const count = history + rows;
    while (this.#rows.length > count) this.#rows.pop()?.element.remove();
    // History does not change until old lines are dropped and the rest moves up.
    const first = isHistoryFull || history < this.#history ? 0 : this.#history;
    for (let at = Math.min(first, this.#rows.length); at < count; at++) this.#paintRow(at);
    this.#history = history;
    this.#paintCursor();
    this.#onPaint();
  }

  #paintRow(at: number): void {
    const runs = this.#emulator.readRow(at, this.#ruler.fits);
    const key = rowKey(runs);
    let row = this.#rows[at];
    if (!row) {
      row = { element: document.createElement('div'), key: '?' };
      this.#rows[at] = row;
      this.#list.append(row.element);
    }
    if (row.key === key) return;
    row.key = key;
    row.element.replaceChildren(...runs.map((run) => this.#draw(run)));
  }

  #draw({ text, look, columns }: Run): Node {
    if (!look && columns === undefined) return document.createTextNode(text);
    const element = document.createElement('span');
    element.textContent = text;
    if (look) {
      if (look.marks) element.className = look.marks;
      if (look.color) element.style.color = look.color;
      if (look.ground) {
        element.classList.add('ground');
        element.style.background = look.ground;
      }
    }
    if (columns !== undefined) {
      element.classList.add('odd');
      element.style.width = `${columns * this.#ruler.width}px`;
    }
    return element;
  }

  #paintCursor(): void {
    const { cursor } = this.#emulator;
    this.#cursor.hidden = !cursor;
    if (!cursor) return;
    const { width, height } = this.#ruler;
    this.#cursor.style.transform = `translate(${cursor.column * width}px, ${cursor.row * height}px)`;
    this.#cursor.style.width = `${width}px`;
  }
}
