/** A list to choose from with arrow keys, digits and letters. Pure: keys in, lines out. */
import type { Key } from '../../lib/read-keys.ts';
import type { Style } from '../../lib/style.ts';
import { cutToWidth } from '../../lib/text-width.ts';
import { wrapText } from '../../lib/wrap-text.ts';

export interface Choice<Value> {
  readonly value: Value;
  /** Sanitized, on one line. */
  readonly label: string;
  /** A letter that chooses it. */
  readonly letter?: string;
}

export interface ListOptions {
  /** The initial row; the first one by default. */
  readonly start?: number;
  readonly style: Style;
}

export class ChoiceList<Value> {
  readonly #choices: readonly Choice<Value>[];
  readonly #style: Style;
  #at: number;

  constructor(choices: readonly Choice<Value>[], { start = 0, style }: ListOptions) {
    this.#choices = choices;
    this.#style = style;
    this.#at = start;
  }

  /** The chosen value; undefined if the key did not choose one. */
  press(key: Key): Choice<Value> | undefined {
    const last = this.#choices.length - 1;
    // One key at a time: typed-ahead keys must not choose unseen rows.
    const typed = key.name === 'text' ? key.text : '';
    if (key.name === 'up' || typed === 'k') this.#at = this.#at === 0 ? last : this.#at - 1;
    else if (key.name === 'down' || key.name === 'tab' || typed === 'j')
      this.#at = this.#at === last ? 0 : this.#at + 1;
    else if (key.name === 'enter') return this.#choices[this.#at];
    else if (/^[1-9]$/.test(typed)) return this.#choices[Number(typed) - 1];
    else if (typed !== '') return this.#choices.find(({ letter }) => letter === typed);
    return undefined;
  }

  lines(width: number, height: number): string[] {
    const whole = this.#choices.flatMap((choice, index) => this.#row(choice, index, width, true));
    if (whole.length <= height) return whole;
    const cut = this.#choices.flatMap((choice, index) => this.#row(choice, index, width, false));
    const first = Math.min(Math.max(0, this.#at - Math.floor(height / 2)), Math.max(0, cut.length - height));
    return cut.slice(first, first + height);
  }

  #row({ label, letter }: Choice<Value>, index: number, width: number, isWhole: boolean): string[] {
    const isHere = index === this.#at;
    const head = `${isHere ? '>' : ' '} ${index < 9 ? `${index + 1}. ` : '   '}`;
    const room = width - head.length;
    const words = letter ? `${label} (${letter})` : label;
    const lines = isWhole ? wrapText(words, room) : [cutToWidth(words, room)];
    const paint = isHere ? this.#style.strong : (text: string) => text;
    return lines.map((line, row) => paint(`${row === 0 ? head : ' '.repeat(head.length)}${line}`));
  }
}
