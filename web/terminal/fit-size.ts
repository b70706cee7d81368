/** Fits a terminal to the available space: by its size, or by its font. */

export interface Room {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

export interface GridSize {
  readonly columns: number;
  readonly rows: number;
}

/** Longer lines are hard to read. */
const MOST_COLUMNS = 160;
const MOST_ROWS = 80;
const LEAST = { columns: 20, rows: 5 };
/** Smaller fonts are unreadable; the terminal then scrolls sideways in the normal size. */
const SMALLEST_FONT = 9;

/** The terminal size that fills the space, given the size of a cell. */
export function gridFor(room: Room, cell: { readonly width: number; readonly height: number }): GridSize {
  const between = (least: number, value: number, most: number) =>
    Math.min(most, Math.max(least, Math.floor(value)));
  return {
    columns: between(LEAST.columns, room.width / cell.width, MOST_COLUMNS),
    rows: between(LEAST.rows, room.height / cell.height, MOST_ROWS),
  };
}

/** The font size for a terminal of fixed size; `cellShare` is the cell width per pixel of font size. */
export function fontFor(columns: number, width: number, cellShare: number, usual: number): number {
  const fitting = Math.floor((width / columns / cellShare) * 2) / 2;
  if (fitting >= usual) return usual;
  return fitting >= SMALLEST_FONT ? fitting : usual;
}
