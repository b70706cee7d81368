/** A multi-line text editor: keys in, text and cursor out. Enter is left to its owner. Pure. */

import { cleanText } from '../../lib/clean-text.ts';
import { graphemesOf } from '../../lib/graphemes.ts';
import type { Key } from '../../lib/read-keys.ts';
import { textWidth } from '../../lib/text-width.ts';

export interface EditorView {
  readonly lines: readonly string[];
  readonly row: number;
  readonly column: number;
}

export class TextEditor {
  #text: string;
  #at: number;

  constructor(text = '') {
    this.#text = text;
    this.#at = text.length;
  }

  get text(): string {
    return this.#text;
  }

  /** Cursor position in the text. */
  get at(): number {
    return this.#at;
  }

  /** The cursor goes to the end by default. */
  set(text: string, at = text.length): void {
    this.#text = text;
    this.#at = at;
  }

  /** Whether the cursor is on the first or last line, where up and down leave the text. */
  get isOnFirstLine(): boolean {
    return !this.#text.slice(0, this.#at).includes('\n');
  }

  get isOnLastLine(): boolean {
    return !this.#text.slice(this.#at).includes('\n');
  }

  /** Whether the editor used the key. */
  press(key: Key): boolean {
    switch (key.name) {
      case 'text':
      case 'paste':
        this.#insert(cleanText(key.text).replaceAll('\t', '    '));
        return true;
      case 'alt-enter':
      case 'ctrl-j':
        this.#insert('\n');
        return true;
      case 'backspace':
        this.#remove(this.#before(), this.#at);
        return true;
      case 'delete':
        this.#remove(this.#at, this.#after());
        return true;
      case 'left':
        this.#at = this.#before();
        return true;
      case 'right':
        this.#at = this.#after();
        return true;
      case 'word-left':
        this.#at = this.#wordBefore();
        return true;
      case 'word-right':
        this.#at += /^\s*\S*/.exec(this.#text.slice(this.#at))?.[0].length ?? 0;
        return true;
      case 'home':
      case 'ctrl-a':
        this.#at = this.#lineStart(this.#at);
        return true;
      case 'end':
      case 'ctrl-e':
        this.#at = this.#lineEnd(this.#at);
        return true;
      case 'ctrl-u':
        this.#remove(this.#lineStart(this.#at), this.#at);
        return true;
      case 'ctrl-k':
        this.#remove(this.#at, this.#lineEnd(this.#at));
        return true;
      case 'ctrl-w':
        this.#remove(this.#wordBefore(), this.#at);
        return true;
      case 'up':
        return this.#moveLine(-1);
      case 'down':
        return this.#moveLine(1);
      default:
        return false;
    }
  }

  /** Wrapped to the width, with the cursor position. */
  view(width: number): EditorView {
    const room = Math.max(4, width);
    const lines: string[] = [];
    let place = { row: 0, column: 0 };
    let start = 0;
    for (const line of this.#text.split('\n')) {
      let current = '';
      let used = 0;
      for (const { segment: written, index } of graphemesOf(line)) {
        const segment = shownAs(written);
        const wide = textWidth(segment);
        if (used + wide > room) {
          lines.push(current);
          current = '';
          used = 0;
        }
        if (start + index === this.#at) place = { row: lines.length, column: used };
        current += segment;
        used += wide;
      }
      if (start + line.length === this.#at) {
        // A full line has no space for the cursor after it.
        if (used >= room) {
          lines.push(current);
          current = '';
          used = 0;
        }
        place = { row: lines.length, column: used };
      }
      lines.push(current);
      start += line.length + 1;
    }
    return { lines, ...place };
  }

  #insert(words: string): void {
    this.#text = this.#text.slice(0, this.#at) + words + this.#text.slice(this.#at);
    this.#at += words.length;
  }

  #remove(from: number, to: number): void {
    this.#text = this.#text.slice(0, from) + this.#text.slice(to);
    this.#at = from;
  }

  #before(): number {
    const last = [...graphemesOf(this.#text.slice(0, this.#at))].at(-1);
    return last?.index ?? 0;
  }

  #after(): number {
    const [next] = graphemesOf(this.#text.slice(this.#at));
    return this.#at + (next?.segment.length ?? 0);
  }

  #wordBefore(): number {
    return this.#at - (/\S*\s*$/.exec(this.#text.slice(0, this.#at))?.[0].length ?? 0);
  }

  #lineStart(at: number): number {
    return this.#text.lastIndexOf('\n', at - 1) + 1;
  }

  #lineEnd(at: number): number {
    const end = this.#text.indexOf('\n', at);
    return end === -1 ? this.#text.length : end;
  }

  /** Moves by unwrapped lines; false if there is none in that direction. */
  #moveLine(step: 1 | -1): boolean {
    const start = this.#lineStart(this.#at);
    const column = this.#at - start;
    if (step === -1) {
      if (start === 0) return false;
      const above = this.#lineStart(start - 1);
      this.#at = Math.min(above + column, start - 1);
      return true;
    }
    const end = this.#lineEnd(this.#at);
    if (end === this.#text.length) return false;
    this.#at = Math.min(end + 1 + column, this.#lineEnd(end + 1));
    return true;
  }
}

/** Characters that would act on the terminal; they are shown, so that a command cannot hide a part of itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matching them is the purpose
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function shownAs(written: string): string {
  return written.replace(UNSEEN, '\ufffd');
}
