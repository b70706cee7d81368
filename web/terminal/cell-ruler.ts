/** How large the cells of the grid are in the font at hand, and which characters do not keep to them. */

const ASCII = /^[\x20-\x7e]+$/;
/** Long enough for roundings of a single character not to matter. */
const MANY = 100;
const LINE_HEIGHT = 1.3;
/** Of a pixel; over a whole row it stays less than one. */
const TOLERANCE = 0.005;

export class CellRuler {
  readonly #probe: HTMLElement;
  readonly #known = new Map<string, boolean>();
  width = 0;
  height = 0;

  /** `probe` is an element without a picture of its own, in the font of the grid. */
  constructor(probe: HTMLElement) {
    this.#probe = probe;
  }

  /** To be called when the font has changed. */
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
