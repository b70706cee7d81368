/** A line of text being typed; pasted line breaks are kept. Pure. */

import { graphemesOf } from '../../lib/graphemes.ts';
import type { Key } from '../../lib/read-keys.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import { cleanText } from './clean-text.ts';

export class TextField {
  #text: string;

  constructor(initial = '') {
    this.#text = initial;
  }

  get text(): string {
    return this.#text;
  }

  press(key: Key): void {
    if (key.name === 'text' || key.name === 'paste') this.#text += cleanText(key.text);
    else if (key.name === 'backspace') this.#text = withoutLast(this.#text);
    else if (key.name === 'ctrl-u') this.#text = '';
    else if (key.name === 'ctrl-w') this.#text = this.#text.replace(/\S*\s*$/, '');
  }

  /** `_` marks the position of the next character. */
  lines(width: number): string[] {
    return wrapText(`> ${this.#text}_`, width);
  }
}

function withoutLast(text: string): string {
  const all = [...graphemesOf(text)];
  return text.slice(0, all.at(-1)?.index ?? 0);
}
