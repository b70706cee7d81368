/** A list to choose from with arrow keys, digits and letters, with boxes to tick. Pure: keys in, lines out. */
import type { Key } from '../../lib/read-keys.ts';
import type { Style } from '../../lib/style.ts';
import { cutToWidth } from '../../lib/text-width.ts';
import { wrapText } from '../../lib/wrap-text.ts';

export interface Choice<Value> {
  readonly value: Value;
  /** Clean, on one line. */
  readonly label: string;
  /** More about it, shown below. Clean. */
  readonly hint?: string | undefined;
  /** A letter that chooses it. */
  readonly letter?: string;
  /** A box: choosing it ticks it, and the list goes on. */
  readonly isTicked?: boolean;
}

export interface ListOptions {
  /** The row that is chosen at first; the first one unless told otherwise. */
  readonly start?: number;
  readonly style: Style;
}

export class ChoiceList<Value> {
  readonly #choices: readonly Choice<Value>[];
  readonly #style: Style;
  readonly #ticked: Set<number>;
  #at: number;

  constructor(choices: readonly Choice<Value>[], { start = 0, style }: ListOptions) {
    this.#choices = choices;
    this.#style = style;
    this.#ticked = new Set(choices.flatMap(({ isTicked }, index) => (isTicked ? [index] : [])));
    this.#at = start;
  }

  /** The values of the boxes that are ticked. */
  get ticked(): Value[] {
    return this.#choices.flatMap(({ value }, index) => (this.#ticked.has(index) ? [value] : []));
  }

  /** What was chosen; undefined while the list goes on. */
  press(key: Key): { readonly value: Value } | undefined {
    const last = this.#choices.length - 1;
    if (key.name === 'up') this.#at = this.#at === 0 ? last : this.#at - 1;
    else if (key.name === 'down' || key.name === 'tab') this.#at = this.#at === last ? 0 : this.#at + 1;
    else if (key.name === 'enter') return this.#choose(this.#at);
    else if (key.name === 'text') return this.#typed(key.text);
    return undefined;
  }

  lines(width: number, height: number): string[] {
    const withHints = this.#choices.map((choice, index) => this.#row(choice, index, width, true));
    if (withHints.flat().length <= height) return withHints.flat();
    const bare = this.#choices.flatMap((choice, index) => this.#row(choice, index, width, false));
    const first = Math.min(Math.max(0, this.#at - Math.floor(height / 2)), Math.max(0, bare.length - height));
    return bare.slice(first, first + height);
  }

  /** One key at a time: what is typed ahead must not choose what has not been seen. */
  #typed(text: string): { readonly value: Value } | undefined {
    if (text === 'j') return this.press({ name: 'down' });
    if (text === 'k') return this.press({ name: 'up' });
    if (text === ' ')
      return this.#choices[this.#at]?.isTicked === undefined ? undefined : this.#choose(this.#at);
    const byDigit = /^[1-9]$/.test(text) ? Number(text) - 1 : -1;
    const index = this.#choices.findIndex(({ letter }, at) => at === byDigit || letter === text);
    if (index === -1) return undefined;
    this.#at = index;
    return this.#choose(index);
  }

  #choose(index: number): { readonly value: Value } | undefined {
    const choice = this.#choices[index];
    if (choice?.isTicked === undefined) return choice && { value: choice.value };
    if (!this.#ticked.delete(index)) this.#ticked.add(index);
    return undefined;
  }

  #row(
    { label, hint, isTicked, letter }: Choice<Value>,
    index: number,
    width: number,
    full: boolean,
  ): string[] {
    const isHere = index === this.#at;
    const box = isTicked === undefined ? '' : `[${this.#ticked.has(index) ? 'x' : ' '}] `;
    const number = index < 9 ? `${index + 1}. ` : '   ';
    const head = `${isHere ? '>' : ' '} ${number}${box}`;
    const end = letter ? ` (${letter})` : '';
    const [first = '', ...more] = full
      ? wrapText(`${label}${end}`, width - head.length)
      : [cutToWidth(`${label}${end}`, width - head.length)];
    const paint = isHere ? this.#style.strong : (text: string) => text;
    const indent = ' '.repeat(head.length);
    const hints = full && hint ? wrapText(hint, width - head.length) : [];
    return [
      paint(`${head}${first}`),
      ...more.map((line) => paint(`${indent}${line}`)),
      ...hints.map((line) => this.#style.quiet(`${indent}${line}`)),
    ];
  }
}
