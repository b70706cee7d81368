/** Measures the grid's cell size in the current font, and finds characters of other widths. */

const ASCII = /^[\x20-\x7e]+$/;
/** Long enough to make rounding errors per character negligible. */
const MANY = 100;
const LINE_HEIGHT = 1.3;
/** In pixels; adds up to less than one over a row. */
const TOLERANCE = 0.005;

export class CellRuler {
  readonly #probe: HTMLElement;
  readonly #known = new Map<string, boolean>();
  width = 0;
  height = 0;

  /** `probe` is an invisible element in the grid's font. */
  constructor(probe: HTMLElement) {
    this.#probe = probe;
  }

  /** Call this when the font has changed. */
  measure(fontSize: number): void {
    this.#known.clear();
    this.width = this.#widthOf('0'.repeat(MANY)) / MANY;
    this.height = Math.round(fontSize * LINE_HEIGHT);
  }

  fits = (characters: string, columns: number): boolean => {
    if (ASCII.test(characters)) return true;
    const key = `${columns}${characters}`;
    let fits = this.#known.get(key);
    if (fits === undefined) {
      fits = Math.abs(this.#widthOf(characters.repeat(MANY)) / MANY - this.width * columns) < TOLERANCE;
      this.#known.set(key, fits);
    }
    return fits;
  };

  #widthOf(text: string): number {
    this.#probe.textContent = text;
    const { width } = this.#probe.getBoundingClientRect();
    this.#probe.textContent = '';
    return width;
  }
}
