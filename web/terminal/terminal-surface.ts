/**
 * The terminal on the page: font, size, following new output, and scrolling. The history above the screen scrolls like text;
 * a program that keeps its own history, as Claude Code does, receives wheel events.
 */
import { CellRuler } from './cell-ruler.ts';
import { fontFor, gridFor } from './fit-size.ts';
import type { LiveTerminal } from './live-terminal.ts';
import { ScreenPainter } from './screen-painter.ts';
import { encodeWheel, WheelSteps } from './wheel-steps.ts';

export interface SurfaceElements {
  /** The scrolling element; its padding is not part of the terminal. */
  readonly scroller: HTMLElement;
  /** The outer element, which sets the font. */
  readonly grid: HTMLElement;
  /** Contains the rows. */
  readonly list: HTMLElement;
  readonly cursor: HTMLElement;
  readonly probe: HTMLElement;
}

const USUAL_FONT = { phone: 12, desk: 13 };
const PADDING = 8;
/** Closer than this counts as at the end. */
const NEAR_PIXELS = 8;

export class TerminalSurface {
  readonly #elements: SurfaceElements;
  readonly #terminal: LiveTerminal;
  readonly #ruler: CellRuler;
  readonly #painter: ScreenPainter;
  readonly #steps = new WheelSteps();
  readonly #observer = new ResizeObserver(() => this.#resize());
  readonly #end = new AbortController();
  readonly #hasKeyboardOfItsOwn = !matchMedia('(hover: hover)').matches;
  #font = 0;
  #width = 0;
  #touchAt = 0;
  #isAtEnd = true;

  constructor(elements: SurfaceElements, terminal: LiveTerminal) {
    this.#elements = elements;
    this.#terminal = terminal;
    const { scroller, list, cursor, probe } = elements;
    this.#ruler = new CellRuler(probe);
    this.#painter = new ScreenPainter(terminal.emulator, this.#ruler, list, cursor, () => this.#keepAtEnd());
    this.#setFont(this.#usualFont);
    terminal.emulator.onChange = () => {
      this.#suitFont();
      this.#painter.schedule();
    };
    this.#observer.observe(scroller);
    const { signal } = this.#end;
    scroller.addEventListener('scroll', () => this.#notePlace(), { signal, passive: true });
    scroller.addEventListener('wheel', (event) => this.#turn(event), { signal, passive: false });
    scroller.addEventListener('touchstart', ({ touches }) => this.#touch(touches), { signal, passive: true });
    scroller.addEventListener('touchmove', ({ touches }) => this.#drag(touches), { signal, passive: true });
  }

  stop(): void {
    this.#end.abort();
    this.#observer.disconnect();
    this.#painter.stop();
    this.#terminal.emulator.onChange = () => {};
  }

  get #usualFont(): number {
    return this.#room.width < 600 ? USUAL_FONT.phone : USUAL_FONT.desk;
  }

  get #room() {
    const { clientWidth, clientHeight } = this.#elements.scroller;
    return { width: clientWidth - 2 * PADDING, height: clientHeight - 2 * PADDING };
  }

  #resize(): void {
    const room = this.#room;
    if (room.width <= 0) return;
    const isOtherWidth = room.width !== this.#width;
    this.#width = room.width;
    // An on-screen keyboard takes space temporarily: the size stays, and the end stays visible.
    if (isOtherWidth || !this.#hasKeyboardOfItsOwn) {
      this.#setFont(this.#usualFont);
      this.#terminal.fit(gridFor(room, this.#ruler));
    }
    this.#suitFont();
    this.#keepAtEnd();
  }

  #suitFont(): void {
    const share = this.#ruler.width / this.#font;
    this.#setFont(fontFor(this.#terminal.emulator.columns, this.#room.width, share, this.#usualFont));
  }

  #setFont(size: number): void {
    if (size === this.#font) return;
    this.#font = size;
    const { grid } = this.#elements;
    grid.style.fontSize = `${size}px`;
    this.#ruler.measure(size);
    grid.style.lineHeight = `${this.#ruler.height}px`;
    this.#painter.repaint();
  }

  #notePlace(): void {
    const { scrollTop, clientHeight, scrollHeight } = this.#elements.scroller;
    this.#isAtEnd = scrollTop + clientHeight >= scrollHeight - NEAR_PIXELS;
  }

  #keepAtEnd(): void {
    const { scroller } = this.#elements;
    if (this.#isAtEnd) scroller.scrollTop = scroller.scrollHeight;
  }

  #turn(event: WheelEvent): void {
    const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * this.#ruler.height;
    if (this.#scrollProgram(pixels)) event.preventDefault();
  }

  #touch({ 0: touch }: TouchList): void {
    this.#touchAt = touch?.clientY ?? 0;
  }

  #drag({ 0: touch, length }: TouchList): void {
    if (!touch || length > 1) return;
    const pixels = this.#touchAt - touch.clientY;
    this.#touchAt = touch.clientY;
    this.#scrollProgram(pixels);
  }

  /** False if the text itself scrolls that way, or the program does not receive wheel events. */
  #scrollProgram(pixels: number): boolean {
    const { scrollTop, clientHeight, scrollHeight } = this.#elements.scroller;
    const canScroll = pixels < 0 ? scrollTop > 0 : scrollTop + clientHeight < scrollHeight - 1;
    const { emulator } = this.#terminal;
    if (canScroll || !emulator.hearsWheel || pixels === 0) return false;
    // Claude Code scrolls about one line per step, so the text follows the finger.
    const steps = this.#steps.take(pixels, this.#ruler.height);
    const middle = [Math.ceil(emulator.columns / 2), Math.ceil(emulator.rows / 2)] as const;
    if (steps !== 0) this.#terminal.press(encodeWheel(steps, ...middle));
    return true;
  }
}
