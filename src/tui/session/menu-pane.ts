/** A menu that is open on the screen of a session: what it is about, what to know first, and what can be chosen. */
import { type Choice, ChoiceList } from '../../core/terminal/choice-list.ts';
import { cleanText } from '../../lib/clean-text.ts';
import type { Key } from '../../lib/read-keys.ts';
import type { Style } from '../../lib/style.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import { typed } from '../cards/ask-form.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { rule } from '../lines/spans.ts';

export interface Menu {
  readonly title: string;
  /** What a person must know before choosing. */
  readonly warning?: string;
  readonly choices: readonly MenuChoice[];
  /** The one that holds now. */
  readonly start?: number;
}

export type MenuChoice = Choice<MenuAction>;
/** Either it is done, or there is more to choose. */
export type MenuAction = () => Menu | undefined;

export class MenuPane {
  readonly #menu: Menu;
  readonly #list: ChoiceList<MenuAction>;
  readonly #style: Style;

  constructor(menu: Menu, style: Style) {
    this.#menu = menu;
    this.#style = style;
    this.#list = new ChoiceList(menu.choices, { style, start: Math.max(0, menu.start ?? 0) });
  }

  /** `pass` is for keys that mean the same everywhere. */
  press(key: Key): 'none' | 'pass' | 'close' | MenuAction {
    if (key.name === 'escape' || typed(key) === 'q') return 'close';
    if (typed(key) === '?') return 'pass';
    return this.#list.press(key)?.value ?? 'none';
  }

  help(): readonly HelpEntry[] {
    return [
      ['↑↓', 'move'],
      ['Enter', 'choose'],
      ['Esc', 'back'],
    ];
  }

  lines(width: number, height: number): string[] {
    const { title, warning } = this.#menu;
    const { informs, fails } = this.#style;
    const words = warning ? wrapText(cleanText(`! ${warning}`), width - 2).map(fails) : [];
    const list = this.#list.lines(width - 2, Math.max(3, height - words.length));
    return [rule(title, width, informs), ...[...words, ...list].map((line) => ` ${line}`)];
  }
}
