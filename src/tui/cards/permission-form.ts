/** A permission request: the tool call in full, editable, with Claude's suggestions and a reason to deny. */
import { editableInput, withEdit } from '../../core/interactions/editable-input.ts';
import { inputLines } from '../../core/wording/input-lines.ts';
import { interactionWarnings } from '../../core/wording/interaction-text.ts';
import { shortHome } from '../../core/wording/shown-path.ts';
import { exactLine } from '../../lib/hidden-characters.ts';
import type { Key } from '../../lib/read-keys.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import {
  type FormAction,
  type FormLayout,
  type FormLines,
  type InteractionForm,
  type May,
  NONE,
  PASS,
  typed,
} from './interaction-form.ts';
import { SuggestionList } from './suggestion-list.ts';
import { WRITING_HELP, writtenUnder } from './written-under.ts';

type Mode = 'look' | 'edit' | 'words' | 'rule';

export class PermissionForm implements InteractionForm {
  readonly #interaction: Interaction;
  readonly #cwd: string;
  readonly #may: May;
  readonly #suggestions: SuggestionList;
  #mode: Mode = 'look';
  #editor: TextEditor | undefined;
  #edited: string | undefined;
  #problem = '';
  #isEnd = false;

  constructor(interaction: Interaction, cwd: string, may: May) {
    this.#interaction = interaction;
    this.#cwd = cwd;
    this.#may = may;
    this.#suggestions = new SuggestionList(interaction.suggestions, may.change);
  }

  get editor(): TextEditor | undefined {
    return this.#editor;
  }

  get dangers(): readonly string[] {
    return interactionWarnings({ ...this.#interaction, input: this.#input }, this.#cwd);
  }

  press(key: Key): FormAction {
    if (this.#editor) return this.#write(key, this.#editor);
    const letter = typed(key);
    if (letter === 'a') return { kind: 'yes', body: this.#allow() };
    if (letter === 'd') return { kind: 'no', body: { decision: 'deny' } };
    if (letter === 'x') return { kind: 'no', body: { decision: 'deny', interrupt: true } };
    if (letter === 'w') return this.#open('words', '');
    if (letter === 'e' && this.#may.change) return this.#open('edit', this.#edited ?? this.#editable.text);
    if (letter === 'u' && this.#edited !== undefined) {
      this.#edited = undefined;
      return NONE;
    }
    if (letter === 'p' && this.#suggestions.movePlace()) return NONE;
    const rule = letter === 'r' ? this.#suggestions.ruleText : undefined;
    if (rule !== undefined) return this.#open('rule', rule);
    return this.#suggestions.toggle(letter) ? NONE : PASS;
  }

  lines(layout: FormLayout): FormLines {
    const { style, width } = layout;
    const where = `${this.#interaction.agent_id === undefined ? '' : 'requested by a subagent, '}in ${shortHome(this.#cwd)}`;
    const isEditing = this.#mode === 'edit';
    const above = [
      ...(isEditing
        ? []
        : inputLines({ ...this.#interaction, input: this.#input }, { ...layout, cwd: this.#cwd })),
      ...(this.#edited !== undefined && !isEditing ? [style.informs('edited by you')] : []),
      ...(this.#cwd ? [style.quiet(exactLine(where))] : []),
    ];
    const warnings = this.dangers.flatMap((words) => wrapText(`! ${exactLine(words)}`, width));
    const foot = [
      this.#problem ? wrapText(exactLine(this.#problem), width).map(style.fails) : [],
      warnings.map(style.fails),
      this.#mode === 'words'
        ? [`[${this.#isEnd ? 'x' : ' '}] Also stop the turn (Tab)`]
        : this.#suggestions.lines(style, width),
    ];
    if (!this.#editor) return { lines: above, foot };
    const title = {
      edit: this.#editable.label,
      words: 'What should Claude do instead?',
      rule: 'What to allow',
      look: '',
    };
    return { ...writtenUnder(above, title[this.#mode], this.#editor, layout), foot };
  }

  help(): readonly HelpEntry[] {
    if (this.#mode === 'words')
      return [
        ['Enter', 'deny'],
        ['Tab', 'also stop the turn'],
        ['Esc', 'back'],
      ];
    if (this.#mode !== 'look') return WRITING_HELP;
    return [
      ['a', this.#edited === undefined ? 'allow' : 'allow with edits'],
      ['d', 'deny'],
      ...(this.#may.change ? [['e', 'edit'] as const] : []),
      ['w', 'deny with a reason'],
      ['x', 'deny and stop'],
      ...this.#suggestions.help(),
      ...(this.#edited === undefined ? [] : [['u', 'undo the edit'] as const]),
    ];
  }

  get #editable() {
    return editableInput(this.#interaction.tool_name ?? '', this.#interaction.input);
  }

  get #input(): Interaction['input'] {
    const text = this.#mode === 'edit' ? this.#editor?.text : this.#edited;
    if (text === undefined) return this.#interaction.input;
    const change = withEdit(this.#editable, this.#interaction.input, text);
    return 'input' in change ? (change.input as Interaction['input']) : this.#interaction.input;
  }

  #allow() {
    const apply = this.#suggestions.chosen;
    return {
      decision: 'allow' as const,
      ...(this.#edited !== undefined && { input: this.#input }),
      ...(apply.length > 0 && { apply }),
    };
  }

  #open(mode: Mode, text: string): FormAction {
    this.#mode = mode;
    this.#problem = '';
    this.#editor = new TextEditor(text);
    return NONE;
  }

  #close(): FormAction {
    this.#mode = 'look';
    this.#problem = '';
    this.#editor = undefined;
    return NONE;
  }

  #write(key: Key, editor: TextEditor): FormAction {
    if (key.name === 'escape') return this.#close();
    if (key.name === 'tab' && this.#mode === 'words') {
      this.#isEnd = !this.#isEnd;
      return NONE;
    }
    if (key.name !== 'enter') return editor.press(key) ? NONE : PASS;
    if (this.#mode === 'words') {
      const message = editor.text.trim();
      const body = {
        decision: 'deny' as const,
        ...(message && { message }),
        ...(this.#isEnd && { interrupt: true }),
      };
      this.#close();
      return { kind: 'no', body };
    }
    if (this.#mode === 'rule') {
      this.#suggestions.setRule(editor.text);
      return this.#close();
    }
    const change = withEdit(this.#editable, this.#interaction.input, editor.text);
    if ('problem' in change) {
      this.#problem = change.problem;
      return NONE;
    }
    this.#edited = editor.text === this.#editable.text ? undefined : editor.text;
    return this.#close();
  }
}
