/**
 * Terminal output as lines of styled text: colours are kept, and text that a progress display has overwritten is dropped, as
 * on a screen. Linear in the length of the text. The result contains text and known style names only. Pure.
 */
import { plainText } from './plain-text.ts';

export interface Styled {
  readonly text: string;
  /** Style names, separated by spaces; empty for plain text. */
  readonly style: string;
}

/** Longer output is shown without styles. */
const LONGEST = 300_000;
/** A cursor moves at most this far beyond the text of its line: short sequences must not produce long lines. */
const FAR_RIGHT = 80;

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

export function terminalLines(text: string): Styled[][] {
  if (text.length > LONGEST || !['\u001b', '\r', '\b'].some((sign) => text.includes(sign))) {
    return plainText(text)
      .split('\n')
      .map((line) => [{ text: line, style: '' }]);
  }
  const screen = new Lines();
  for (const { 0: piece, groups } of text.matchAll(PIECES)) {
    const { words, codes, final } = groups ?? {};
    if (words !== undefined) screen.write(words);
    else if (final === 'm') screen.paint(codes ?? '');
    else if (final === 'K') screen.erase(codes ?? '');
    else if (final === 'G') screen.goTo(Number(codes || 1) - 1);
    else if (piece === '\n') screen.next();
    else if (piece === '\r') screen.goTo(0);
    else if (piece === '\b') screen.goTo(screen.column - 1);
  }
  return screen.lines.map(toSpans);
}

/** Text, colours and movements within a line; other sequences and control characters are dropped. */
const PIECES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /(?<words>[^\u0000-\u0008\u000a-\u001f\u007f]+)|\u001b\[(?<codes>[0-9;:?<=>]*)[ -/]*(?<final>[@-~])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[@-_]?|[\s\S]/g;

interface Cell {
  readonly sign: string;
  readonly style: string;
}

class Lines {
  readonly lines: Cell[][] = [[]];
  column = 0;
  #style = new Style();

  write(words: string): void {
    const line = this.lines.at(-1) ?? [];
    const style = this.#style.names;
    for (const sign of words) {
      while (line.length < this.column) line.push({ sign: ' ', style: '' });
      line[this.column++] = { sign, style };
    }
  }

  paint(codes: string): void {
    this.#style.apply(codes.split(/[;:]/).map(Number));
  }

  /** From the cursor to the end of the line, or the whole line. */
  erase(codes: string): void {
    const line = this.lines.at(-1) ?? [];
    if (codes === '' || codes === '0') line.length = Math.min(line.length, this.column);
    else if (codes === '2') line.length = 0;
  }

  goTo(column: number): void {
    const { length = 0 } = this.lines.at(-1) ?? [];
    this.column = Math.min(length + FAR_RIGHT, Math.max(0, column || 0));
  }

  next(): void {
    this.lines.push([]);
    this.column = 0;
  }
}

/** The current style, by the codes of "Select Graphic Rendition". */
class Style {
  names = '';
  #colour: string | undefined;
  readonly #marks = new Set<string>();

  apply(codes: readonly number[]): void {
    for (let at = 0; at < codes.length; at++) {
      const code = codes[at] ?? 0;
      if (code === 38 || code === 48) {
        const [colour, used] = extended(codes.slice(at + 1, at + 5));
        if (code === 38) this.#colour = colour;
        at += used;
      } else this.#applyOne(code);
    }
    this.names = [...(this.#colour ? [this.#colour] : []), ...this.#marks].join(' ');
  }

  /** Backgrounds are ignored: on the ground of the page they would make text unreadable. */
  #applyOne(code: number): void {
    if (code === 0) {
      this.#colour = undefined;
      this.#marks.clear();
    } else if (code === 1) this.#marks.add('bold');
    else if (code === 2) this.#marks.add('dim');
    else if (code === 3) this.#marks.add('italic');
    else if (code === 4) this.#marks.add('underline');
    else if (code === 22) for (const mark of ['bold', 'dim']) this.#marks.delete(mark);
    else if (code === 23) this.#marks.delete('italic');
    else if (code === 24) this.#marks.delete('underline');
    else if (code === 39) this.#colour = undefined;
    else if (code >= 30 && code <= 37) this.#colour = COLOURS[code - 30];
    else if (code >= 90 && code <= 97) this.#colour = code === 90 ? 'dim' : COLOURS[code - 90];
  }
}

/** The nearest named colour for one of 256 or of all colours, and how many codes it took. */
function extended([mode, ...rest]: readonly number[]): [colour: string | undefined, used: number] {
  if (mode === 2) return [nearest(rest[0] ?? 0, rest[1] ?? 0, rest[2] ?? 0), 4];
  if (mode !== 5) return [undefined, 0];
  const index = rest[0] ?? 0;
  if (index < 16) return [index === 8 ? 'dim' : COLOURS[index % 8], 2];
  if (index >= 232) return [index < 250 ? 'dim' : undefined, 2];
  const step = (by: number) => Math.floor((index - 16) / by) % 6;
  return [nearest(step(36) * 51, step(6) * 51, step(1) * 51), 2];
}

function nearest(red: number, green: number, blue: number): string | undefined {
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < 40) return most < 200 ? 'dim' : undefined;
  const isIn = (part: number) => (part > most * 0.6 ? 1 : 0);
  return COLOURS[isIn(red) + 2 * isIn(green) + 4 * isIn(blue)];
}

function toSpans(cells: readonly Cell[]): Styled[] {
  const spans: { text: string; style: string }[] = [];
  for (const { sign, style } of cells) {
    const last = spans.at(-1);
    if (last?.style === style) last.text += sign;
    else spans.push({ text: sign, style });
  }
  return spans;
}
