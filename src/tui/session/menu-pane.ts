/** A menu on the session screen: title, warning and choices. */

import { cleanText } from '../../lib/clean-text.ts';
import type { Key } from '../../lib/read-keys.ts';
import type { Style } from '../../lib/style.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import { type FormLines, typed } from '../cards/interaction-form.ts';
import { editorLines } from '../editor/editor-lines.ts';
import { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { rule } from '../lines/spans.ts';
import { type Choice, ChoiceList } from './choice-list.ts';

export interface Menu {
  readonly title: string;
  /** A warning to read before choosing. */
  readonly warning?: string;
  readonly choices: readonly MenuChoice[];
  /** A text field instead of choices. */
  readonly field?: MenuField;
  /** The current value. */
  readonly start?: number;
}

export interface MenuField {
  readonly text: string;
  /** Called with the trimmed, non-empty text. */
  readonly take: (text: string) => Menu | undefined;
}

export type MenuChoice = Choice<MenuAction>;
/** Returns a submenu if there is more to choose. */
export type MenuAction = () => Menu | undefined;

export class MenuPane {
  readonly #menu: Menu;
  readonly #list: ChoiceList<MenuAction>;
  readonly #style: Style;
  /** The editor of a menu with a text field. */
  readonly editor: TextEditor | undefined;

  constructor(menu: Menu, style: Style) {
    this.#menu = menu;
    this.#style = style;
    this.editor = menu.field && new TextEditor(menu.field.text);
    this.#list = new ChoiceList(menu.choices, { style, start: Math.max(0, menu.start ?? 0) });
  }

  /** `pass` is for global keys. */
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
    // A single line: ignores line breaks.
    if (!['enter', 'alt-enter', 'ctrl-j'].includes(key.name)) editor.press(key);
    return 'none';
  }

  help(): readonly HelpEntry[] {
    if (this.editor)
      return [
        ['Enter', 'save'],
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
