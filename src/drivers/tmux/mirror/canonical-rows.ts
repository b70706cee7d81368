/**
 * Rewrites rows from `capture-pane -e` so that each is self-contained and rows that look alike are equal. tmux lets styles
 * continue from row to row.
 */

type Style = ReadonlyMap<number, string>;

interface Pen {
  readonly style: Style;
  /** Letters represent line-drawing characters. */
  readonly isGraphic: boolean;
}

const PLAIN: Style = new Map();
/** SGR, shift out and in, and hyperlinks, which are dropped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these sequences begin with control characters
const CODE = /\x1b\[([\d;:]*)m|\x0e|\x0f|\x1b\]8;[^\x1b\x07]*(?:\x1b\\|\x07)/g;
const SHIFT_OUT = '\x0e';
const SHIFT_IN = '\x0f';
const GRAPHIC_FROM = '`abcdefghijklmnopqrstuvwxyz{|}~';
const GRAPHIC_TO = [...'◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·'];

export function toCanonicalRows(lines: readonly string[]): string[] {
  let pen: Pen = { style: PLAIN, isGraphic: false };
  return lines.map((line) => {
    // Most rows of a history: no style continues or starts.
    if (pen.style.size === 0 && !pen.isGraphic && !line.includes('\x1b') && !line.includes(SHIFT_OUT))
      return trim(line);
    const row = new RowWriter();
    let from = 0;
    for (const match of line.matchAll(CODE)) {
      row.write(pen, line.slice(from, match.index));
      from = match.index + match[0].length;
      pen = change(pen, match[0], match[1]);
    }
    row.write(pen, line.slice(from));
    return row.end();
  });
}

class RowWriter {
  #text = '';
  #codes = '';

  write({ style, isGraphic }: Pen, text: string): void {
    if (text === '') return;
    this.#switchTo([...style.keys()].sort((a, b) => a - b).map((key) => style.get(key)));
    this.#text += isGraphic ? text.replace(/[`-~]/g, drawn) : text;
  }

  end(): string {
    if (this.#codes === '') return trim(this.#text);
    this.#switchTo([]);
    return this.#text;
  }

  #switchTo(parts: readonly (string | undefined)[]): void {
    const codes = parts.join(';');
    if (codes === this.#codes) return;
    const reset = this.#codes === '' ? [] : ['0'];
    this.#text += `\x1b[${[...reset, ...(codes === '' ? [] : [codes])].join(';')}m`;
    this.#codes = codes;
  }
}

function trim(text: string): string {
  return text.replace(/ +$/, '');
}

function drawn(letter: string): string {
  return GRAPHIC_TO[GRAPHIC_FROM.indexOf(letter)] ?? letter;
}

function change(pen: Pen, code: string, parameters: string | undefined): Pen {
  if (code === SHIFT_OUT) return { ...pen, isGraphic: true };
  if (code === SHIFT_IN) return { ...pen, isGraphic: false };
  return parameters === undefined ? pen : { ...pen, style: restyle(pen.style, parameters.split(';')) };
}

/** Keys are the codes that switch a property on; colours are kept under 38, 48 and 58. */
function restyle(before: Style, parameters: string[]): Style {
  const style = new Map(before);
  for (let at = 0; at < parameters.length; at += 1) {
    const parameter = parameters[at] ?? '';
    const code = Number.parseInt(parameter, 10) || 0;
    if (code === 0) style.clear();
    else if (parameter === '38' || parameter === '48' || parameter === '58') {
      const end = at + (parameters[at + 1] === '2' ? 5 : 3);
      style.set(code, parameters.slice(at, end).join(';'));
      at = end - 1;
    } else if (code === 39 || code === 49 || code === 59) style.delete(code - 1);
    else if (code === 22) {
      style.delete(1);
      style.delete(2);
    } else if (code > 22 && code < 30) style.delete(code - 20);
    else if (code === 55) style.delete(53);
    else style.set(propertyOf(code), parameter);
  }
  return style;
}

function propertyOf(code: number): number {
  if ((code >= 30 && code < 38) || (code >= 90 && code < 98)) return 38;
  return (code >= 40 && code < 48) || (code >= 100 && code < 108) ? 48 : code;
}
