/** How a terminal and the room for it come together: the size that suits the room, or the font that suits the terminal. */

export interface Room {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

export interface GridSize {
  readonly columns: number;
  readonly rows: number;
}

/** Beyond this, lines are too long to be read. */
const MOST_COLUMNS = 160;
const MOST_ROWS = 80;
const LEAST = { columns: 20, rows: 5 };
/** Smaller is not read any more: then one scrolls sideways, in the usual size. */
const SMALLEST_FONT = 9;

/** The terminal that fills a room, given the size of a cell. */
export function gridFor(room: Room, cell: { readonly width: number; readonly height: number }): GridSize {
  const between = (least: number, value: number, most: number) =>
    Math.min(most, Math.max(least, Math.floor(value)));
  return {
    columns: between(LEAST.columns, room.width / cell.width, MOST_COLUMNS),
    rows: between(LEAST.rows, room.height / cell.height, MOST_ROWS),
  };
}

/** The font for a terminal whose size is somebody else's; `cellShare` is the width of a cell per pixel of font. */
export function fontFor(columns: number, width: number, cellShare: number, usual: number): number {
  const fitting = Math.floor((width / columns / cellShare) * 2) / 2;
  if (fitting >= usual) return usual;
  return fitting >= SMALLEST_FONT ? fitting : usual;
}
