/**
 * The visible part of a conversation: the end, or the reader's position if they have scrolled up, no matter what arrives.
 * Lays out only rows near that part, so conversations can be of any length. Holds no state but the position.
 */
type LayOut<Row> = (row: Row) => readonly string[];

interface Place {
  readonly index: number;
  /** The line of the row that is at the top. */
  readonly line: number;
}

export interface WindowLines {
  /** As many as fit, or fewer if there are no more. `row` is the index in the rows. */
  readonly lines: readonly { readonly text: string; readonly row: number; readonly isFirst: boolean }[];
  readonly isAtEnd: boolean;
  readonly isAtTop: boolean;
  /** How much of the rows is above the end of the visible part: 0 to 1. */
  readonly share: number;
}

export class ConversationWindow<Row extends { readonly id: string }> {
  /** The first visible line; undefined at the end. */
  #top: { id: string; line: number } | undefined;
  #focus: string | undefined;
  #rows: readonly Row[] = [];
  #height = 1;
  #layOut: LayOut<Row> = () => [];

  get focus(): string | undefined {
    return this.#focus;
  }

  /** The visible lines of the current rows. */
  show(rows: readonly Row[], height: number, layOut: LayOut<Row>): WindowLines {
    this.#rows = rows;
    this.#height = Math.max(1, height);
    this.#layOut = layOut;
    const top = this.#place();
    const lines: WindowLines['lines'][number][] = [];
    let share = 0;
    for (let index = top.index; index < rows.length && lines.length < height; index++) {
      const row = rows[index] as Row;
      const own = layOut(row);
      const first = index === top.index ? top.line : 0;
      for (let line = first; line < own.length && lines.length < height; line++)
        lines.push({ text: own[line] ?? '', row: index, isFirst: line === firstWords(own) });
      const seen = lines.filter(({ row: of }) => of === index).length + first;
      share = (index + seen / Math.max(1, own.length)) / rows.length;
    }
    return { lines, isAtEnd: this.#top === undefined, isAtTop: top.index === 0 && top.line === 0, share };
  }

  /** Scrolls by lines; sticks to the end once it is reached. */
  scroll(step: number): void {
    this.#setTop(this.#walk(this.#place(), step));
  }

  page(step: 1 | -1): void {
    this.scroll(step * Math.max(1, this.#height - 2));
    this.#focus = undefined;
  }

  /** Opens or closes rows: the top line stays, and rows grow downwards. */
  holdWhile(change: () => void): void {
    const top = this.#place();
    change();
    this.#setTop(top);
  }

  toEnd(): void {
    this.#top = undefined;
    this.#focus = undefined;
  }

  toTop(): void {
    const [first] = this.#rows;
    this.#focus = undefined;
    if (first) this.#setTop({ index: 0, line: 0 });
  }

  /** The visible part stays as it is. */
  focusRow(id: string): void {
    this.#focus = id;
  }

  /** Moves to the next row, or further into one longer than the screen. */
  move(step: 1 | -1): void {
    const at = this.#indexOf(this.#focus);
    if (at === -1) {
      const { lines } = this.show(this.#rows, this.#height, this.#layOut);
      const seen = step === -1 ? lines.at(-1) : lines[0];
      this.#focus = this.#rows[seen?.row ?? 0]?.id;
      return;
    }
    const top = this.#place();
    const isCutBelow = at >= top.index && this.#linesBetween(top, at) + this.#size(at) > this.#height;
    const isCutAbove = at === top.index && top.line > 0;
    if ((step === 1 && isCutBelow) || (step === -1 && isCutAbove)) {
      this.scroll(step);
      return;
    }
    const next = at + step;
    if (next < 0 || next >= this.#rows.length) {
      if (step === 1) this.toEnd();
      return;
    }
    this.#focus = this.#rows[next]?.id;
    this.#reveal(next);
  }

  #reveal(index: number): void {
    const top = this.#place();
    if (index < top.index || (index === top.index && top.line > 0)) {
      const size = this.#size(index);
      // Coming from below, the end of a long row is shown first.
      this.#setTop({ index, line: Math.max(0, size - this.#height) });
      return;
    }
    const over = this.#linesBetween(top, index) + this.#size(index) - this.#height;
    if (over > 0) this.scroll(Math.min(over, this.#linesBetween(top, index)));
  }

  /** Lines from the top to the start of a row below it; counts only as far as needed. */
  #linesBetween(top: Place, index: number): number {
    let count = -top.line;
    for (let at = top.index; at < index && count <= this.#height * 3; at++) count += this.#size(at);
    return count;
  }

  #place(): Place {
    const index = this.#top === undefined ? -1 : this.#indexOf(this.#top.id);
    if (this.#top === undefined || index === -1) return this.#endPlace();
    return { index, line: Math.min(this.#top.line, Math.max(0, this.#size(index) - 1)) };
  }

  #endPlace(): Place {
    return this.#walk({ index: this.#rows.length, line: 0 }, -this.#height);
  }

  #setTop(place: Place): void {
    const end = this.#endPlace();
    const isEnd = place.index > end.index || (place.index === end.index && place.line >= end.line);
    const row = this.#rows[place.index];
    this.#top = isEnd || !row ? undefined : { id: row.id, line: place.line };
  }

  #walk({ index, line }: Place, step: number): Place {
    let at = index;
    let place = line + step;
    while (place < 0 && at > 0) {
      at--;
      place += this.#size(at);
    }
    while (at < this.#rows.length && place >= this.#size(at) && step > 0) {
      place -= this.#size(at);
      at++;
    }
    return { index: at, line: Math.max(0, place) };
  }

  #size(index: number): number {
    const row = this.#rows[index];
    return row ? this.#layOut(row).length : 0;
  }

  #indexOf(id: string | undefined): number {
    return id === undefined ? -1 : this.#rows.findIndex((row) => row.id === id);
  }
}

/** The line of the focus marker: the row's first line with text. */
function firstWords(lines: readonly string[]): number {
  return lines[0] === '' && lines.length > 1 ? 1 : 0;
}
