/** A menu that is open on the screen of a session: what it is about, what to know first, and what can be chosen. */

import { cleanText } from '../../lib/clean-text.ts';
import type { Key } from '../../lib/read-keys.ts';
import type { Style } from '../../lib/style.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import { type FormLines, typed } from '../cards/ask-form.ts';
import { editorLines } from '../editor/editor-lines.ts';
import { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { rule } from '../lines/spans.ts';
import { type Choice, ChoiceList } from './choice-list.ts';

export interface Menu {
  readonly title: string;
  /** What a person must know before choosing. */
  readonly warning?: string;
  readonly choices: readonly MenuChoice[];
  /** Words to be written instead of a choice. */
  readonly field?: MenuField;
  /** The one that holds now. */
  readonly start?: number;
}

export interface MenuField {
  readonly text: string;
  /** Called with the words, trimmed and not empty. */
  readonly take: (text: string) => Menu | undefined;
}

export type MenuChoice = Choice<MenuAction>;
/** Either it is done, or there is more to choose. */
export type MenuAction = () => Menu | undefined;

export class MenuPane {
  readonly #menu: Menu;
  readonly #list: ChoiceList<MenuAction>;
  readonly #style: Style;
  /** Where words are written, in a menu that asks for some. */
  readonly editor: TextEditor | undefined;

  constructor(menu: Menu, style: Style) {
    this.#menu = menu;
    this.#style = style;
    this.editor = menu.field && new TextEditor(menu.field.text);
    this.#list = new ChoiceList(menu.choices, { style, start: Math.max(0, menu.start ?? 0) });
  }

  /** `pass` is for keys that mean the same everywhere. */
  press(key: Key): 'none' | 'pass' | 'close' | MenuAction {
    const { field } = this.#menu;
    if (field && this.editor) return this.#write(key, field, this.editor);
    if (key.name === 'escape' || typed(key) === 'q') return 'close';
    if (typed(key) === '?') return 'pass';
    return this.#list.press(key)?.value ?? 'none';
  }

  #write(key: Key, { take }: MenuField, editor: TextEditor): 'none' | 'close' | MenuAction {
    if (key.name === 'escape') return 'close';
    const text = editor.text.trim();
    if (key.name === 'enter' && text !== '') return () => take(text);
    // One line: what would break it is not written.
    if (!['enter', 'alt-enter', 'ctrl-j'].includes(key.name)) editor.press(key);
    return 'none';
  }

  help(): readonly HelpEntry[] {
    if (this.editor)
      return [
        ['Enter', 'take it'],
        ['Esc', 'back'],
      ];
    return [
      ['↑↓', 'move'],
      ['Enter', 'choose'],
      ['Esc', 'back'],
    ];
  }

  lines(width: number, height: number): FormLines {
    const { title, warning } = this.#menu;
    const { informs, fails } = this.#style;
    const words = warning ? wrapText(cleanText(`! ${warning}`), width - 2).map(fails) : [];
    const head = [rule(title, width, informs), ...words.map((line) => ` ${line}`)];
    const room = Math.max(3, height - words.length);
    if (this.editor) {
      const { lines, cursor } = editorLines(this.editor, width - 2, room);
      const place = { row: head.length + cursor.row, column: cursor.column + 1 };
      return { lines: [...head, ...lines.map((line) => ` ${line}`)], cursor: place };
    }
    return { lines: [...head, ...this.#list.lines(width - 2, room).map((line) => ` ${line}`)] };
  }
}
