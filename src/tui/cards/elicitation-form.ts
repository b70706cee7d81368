/** A form to fill in for an MCP server, or a URL to visit. */

import { checkForm } from '../../core/check-form.ts';
import { interactionDefinition } from '../../core/interactions/interaction-definitions.ts';
import { type FormField, formFieldsOf, readFieldValue } from '../../core/wording/form-fields.ts';
import { exactLine, exactText } from '../../lib/hidden-characters.ts';
import type { Key } from '../../lib/read-keys.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { editorLines } from '../editor/editor-lines.ts';
import { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { moved } from '../lines/list-window.ts';
import {
  type FormAction,
  type FormLayout,
  type FormLines,
  type InteractionForm,
  NONE,
  PASS,
  typed,
} from './interaction-form.ts';

export class ElicitationForm implements InteractionForm {
  readonly dangers: readonly string[] = [];
  readonly #interaction: Interaction;
  readonly #fields: readonly FormField[];
  /** The text of each field. */
  readonly #values = new Map<string, string>();
  #at = 0;
  #editor: TextEditor | undefined;
  #problem = '';

  constructor(interaction: Interaction) {
    this.#interaction = interaction;
    this.#fields = formFieldsOf(interaction);
    for (const { name, usual } of this.#fields)
      if (usual !== undefined)
        this.#values.set(name, Array.isArray(usual) ? usual.join(', ') : String(usual));
  }

  get editor(): TextEditor | undefined {
    return this.#editor;
  }

  press(key: Key): FormAction {
    if (this.#editor) return this.#write(key, this.#editor);
    const letter = typed(key);
    if (letter === 'a') return this.#send();
    if (letter === 'd') return { kind: 'no', body: { action: 'decline' } };
    if (letter === 'x') return { kind: 'no', body: { action: 'cancel' } };
    const field = this.#fields[this.#at];
    if (!field) return PASS;
    if (key.name === 'down' || key.name === 'tab') return this.#move(1);
    if (key.name === 'up' || key.name === 'shift-tab') return this.#move(-1);
    if (key.name === 'enter' || letter === ' ' || key.name === 'right') return this.#change(field, 1);
    if (key.name === 'left') return this.#change(field, -1);
    return PASS;
  }

  lines({ style, width }: FormLayout): FormLines {
    const { message, url } = this.#interaction.input;
    const from = interactionDefinition(this.#interaction.kind).from?.(this.#interaction);
    const lines = [
      ...wrapText(exactText(String(message ?? 'An MCP server needs your input')), width).map(style.strong),
      ...(from ? [style.quiet(exactLine(from))] : []),
      ...(typeof url === 'string' ? ['', ...wrapText(exactText(url), width).map(style.informs)] : []),
      ...(this.#fields.length > 0 ? [''] : []),
    ];
    let at = 0;
    let cursor: FormLines['cursor'];
    this.#fields.forEach((field, index) => {
      const isHere = index === this.#at;
      if (isHere) at = lines.length;
      const name = exactLine(`${field.title}${field.isRequired ? '' : ' (optional)'}`);
      const value = isHere && this.#editor ? '' : exactText(this.#shown(field));
      const words = wrapText(`${isHere ? '>' : ' '} ${name}: ${value}`, width);
      lines.push(...words.map(isHere ? style.strong : (text) => text));
      if (!isHere) return;
      const hint = [field.about ?? '', choicesText(field)].filter(Boolean).join(' · ');
      if (hint) lines.push(...wrapText(exactText(hint), width - 4).map((line) => style.quiet(`    ${line}`)));
      if (this.#problem)
        lines.push(
          ...wrapText(exactText(`! ${this.#problem}`), width - 4).map((line) => style.fails(`    ${line}`)),
        );
      at = lines.length - 1;
      if (!this.#editor) return;
      const written = editorLines(this.#editor, width - 2);
      cursor = { row: lines.length + written.cursor.row, column: written.cursor.column + 2 };
      lines.push(...written.lines.map((line) => `  ${line}`));
      at = cursor.row;
    });
    return { lines, cursor, at };
  }

  help(): readonly HelpEntry[] {
    if (this.#editor)
      return [
        ['Enter', 'done'],
        ['Esc', 'back'],
      ];
    const isUrl = typeof this.#interaction.input['url'] === 'string';
    return [
      ...(this.#fields.length > 0
        ? ([
            ['↑↓', 'field'],
            ['Enter', 'fill in'],
          ] as const)
        : []),
      ['a', isUrl ? 'done' : 'send'],
      ['d', 'decline'],
      ['x', 'cancel'],
    ];
  }

  #shown(field: FormField): string {
    const value = this.#values.get(field.name) ?? '';
    if (field.type === 'boolean') return value === 'true' ? '[x] yes' : '[ ] no';
    const title = field.choices.find((choice) => choice.value === value)?.title;
    return value === '' ? '·' : (title ?? value);
  }

  #move(step: 1 | -1): FormAction {
    this.#at = moved(this.#at, step, this.#fields.length);
    return NONE;
  }

  #change(field: FormField, step: 1 | -1): FormAction {
    this.#problem = '';
    const value = this.#values.get(field.name) ?? '';
    if (field.type === 'boolean') this.#values.set(field.name, value === 'true' ? 'false' : 'true');
    else if (field.type === 'choice' && field.choices.length > 0) {
      const count = field.choices.length;
      const now = field.choices.findIndex((choice) => choice.value === value);
      const next = now === -1 ? (step === 1 ? 0 : count - 1) : (now + step + count) % count;
      this.#values.set(field.name, field.choices[next]?.value ?? '');
    } else this.#editor = new TextEditor(value);
    return NONE;
  }

  #write(key: Key, editor: TextEditor): FormAction {
    if (key.name === 'escape') this.#editor = undefined;
    else if (key.name === 'enter' || key.name === 'tab') {
      const field = this.#fields[this.#at];
      if (field) this.#values.set(field.name, editor.text);
      this.#editor = undefined;
      return this.#move(1);
    } else if (!editor.press(key)) return PASS;
    return NONE;
  }

  #send(): FormAction {
    if (typeof this.#interaction.input['url'] === 'string')
      return { kind: 'yes', body: { action: 'accept' } };
    try {
      const content = Object.fromEntries(this.#fields.flatMap((field) => this.#entry(field)));
      const problem = checkForm(this.#interaction.input['requested_schema'], content);
      if (!problem) return { kind: 'yes', body: { action: 'accept', content } } as FormAction;
      this.#problem = problem.message;
      this.#at = Math.max(
        0,
        this.#fields.findIndex(({ name }) => name === problem.field),
      );
    } catch (error) {
      this.#problem = (error as Error).message;
    }
    return NONE;
  }

  /** Omits empty fields, but never a boolean. */
  #entry(field: FormField): [string, unknown][] {
    const value = this.#values.get(field.name) ?? '';
    if (field.type === 'boolean') return [[field.name, value === 'true']];
    return value.trim() === '' ? [] : [[field.name, readFieldValue(field, value)]];
  }
}

function choicesText({ type, choices }: FormField): string {
  if (choices.length === 0) return '';
  const titles = choices.map(({ title }) => title).join(', ');
  return type === 'choices' ? `several of: ${titles}` : `one of: ${titles}`;
}
