/** A plan to read, approve with a mode, edit, or reject with comments on its lines. */
import { z } from 'zod';
import { planOf } from '../../core/interactions/plan.ts';
import { planFeedback } from '../../core/interactions/plan-feedback.ts';
import { modeText } from '../../core/wording/suggestion-text.ts';
import { exactText } from '../../lib/hidden-characters.ts';
import type { Key } from '../../lib/read-keys.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { PlanAnswer } from '../../protocol/answers.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { PLAN_MODES } from '../../protocol/permission-modes.ts';
import { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { moved } from '../lines/list-window.ts';
import { markdownLines } from '../lines/markdown-lines.ts';
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
import { WRITING_HELP, writtenUnder } from './written-under.ts';

type Mode = 'read' | 'edit' | 'words' | 'comment' | 'line';
type NextMode = PlanAnswer['mode'];
const NEXT_MODES: readonly NextMode[] = [undefined, ...PLAN_MODES];

const draftSchema = z.object({
  /** The plan that the rest refers to. */
  plan: z.string(),
  edited: z.string().optional(),
  next: z.enum(PLAN_MODES).optional(),
  comments: z.array(z.tuple([z.int().min(0), z.string()])),
  open: z
    .object({ mode: z.enum(['edit', 'words', 'line']), line: z.int().min(0), text: z.string() })
    .optional(),
});

export class PlanForm implements InteractionForm {
  readonly dangers: readonly string[] = [];
  readonly #plan: string;
  readonly #may: May;
  #mode: Mode = 'read';
  #next: NextMode;
  #edited: string | undefined;
  #editor: TextEditor | undefined;
  #line = 0;
  readonly #comments = new Map<number, string>();

  constructor(interaction: Interaction, may: May) {
    this.#plan = planOf(interaction);
    this.#may = may;
  }

  get editor(): TextEditor | undefined {
    return this.#editor;
  }

  press(key: Key): FormAction {
    if (this.#editor) return this.#write(key, this.#editor);
    const letter = typed(key);
    if (this.#mode === 'comment') return this.#comment(key, letter);
    if (letter === 'a') return { kind: 'yes', body: this.#approve() };
    if (letter === 'd') return { kind: 'no', body: this.#reject('') };
    if (letter === 'w') return this.#open('words', '');
    if (letter === 'e' && this.#may.change) return this.#open('edit', this.#edited ?? this.#plan);
    if (letter === 'n' && this.#plan !== '') {
      this.#mode = 'comment';
      return NONE;
    }
    if (key.name === 'tab' && this.#may.change) {
      this.#next = NEXT_MODES[(NEXT_MODES.indexOf(this.#next) + 1) % NEXT_MODES.length];
      return NONE;
    }
    return PASS;
  }

  draft(): object | undefined {
    const text = this.#editor?.text ?? '';
    const open = text === '' ? {} : { open: { mode: this.#mode, line: this.#line, text } };
    const hasOwn = this.#comments.size > 0 || this.#edited !== undefined || this.#next !== undefined;
    if (!hasOwn && text === '') return undefined;
    return {
      plan: this.#plan,
      edited: this.#edited,
      next: this.#next,
      comments: [...this.#comments],
      ...open,
    };
  }

  restore(draft: unknown): void {
    const read = draftSchema.safeParse(draft);
    if (!read.success || read.data.plan !== this.#plan) return;
    const { edited, next, comments, open } = read.data;
    this.#next = next;
    this.#edited = this.#may.change ? edited : undefined;
    const count = this.#plan.split('\n').length;
    for (const [line, words] of comments) if (line < count) this.#comments.set(line, words);
    if (!open || (open.mode === 'edit' && !this.#may.change)) return;
    this.#line = moved(open.line, 0, count);
    this.#open(open.mode, open.text);
  }

  lines(layout: FormLayout): FormLines {
    const { style } = layout;
    const { lines, at } = this.#body(layout);
    if (!this.#editor) {
      if (!this.#may.change || this.#mode !== 'read') return { lines, at };
      const next = this.#next === undefined ? 'previous mode' : modeText(this.#next);
      return { lines, foot: [['', `${style.quiet('Mode after approval:')} ${next}`]] };
    }
    const title = { edit: 'Plan', words: 'What should Claude change?', line: 'Comment on this line' };
    return writtenUnder(lines, title[this.#mode as keyof typeof title] ?? '', this.#editor, layout);
  }

  help(): readonly HelpEntry[] {
    if (this.#mode === 'words')
      return [
        ['Enter', 'send feedback'],
        ['Alt-Enter', 'new line'],
        ['Esc', 'back'],
      ];
    if (this.#editor) return WRITING_HELP;
    if (this.#mode === 'comment')
      return [
        ['j/k', 'line'],
        ['Enter', 'comment on it'],
        ['d', 'send feedback'],
        ['Esc', 'back'],
      ];
    return [
      ['a', this.#edited === undefined ? 'approve' : 'approve with edits'],
      ['d', 'reject'],
      ['w', 'feedback'],
      ['n', 'comment'],
      ...(this.#may.change
        ? ([
            ['Tab', 'mode'],
            ['e', 'edit'],
          ] as const)
        : []),
    ];
  }

  #body({ style, width }: FormLayout): { lines: string[]; at?: number | undefined } {
    if (this.#mode === 'edit') return { lines: [] };
    if (this.#plan === '')
      return { lines: wrapText('This plan has no text. Read Claude’s proposal in the conversation.', width) };
    if (this.#mode !== 'comment' && this.#mode !== 'line') {
      const edited = this.#edited === undefined ? [] : ['', style.informs('edited by you')];
      return { lines: [...markdownLines(this.#edited ?? this.#plan, width, style), ...edited] };
    }
    const lines: string[] = [];
    let at = 0;
    this.#plan.split('\n').forEach((line, index) => {
      const isHere = index === this.#line;
      if (isHere) at = lines.length;
      for (const piece of wrapText(exactText(line), width - 2))
        lines.push(isHere ? style.strong(`> ${piece}`) : `  ${piece}`);
      const comment = this.#comments.get(index);
      if (comment)
        for (const piece of wrapText(exactText(comment), width - 6))
          lines.push(style.informs(`    ↳ ${piece}`));
    });
    return { lines, at };
  }

  #comment(key: Key, letter: string): FormAction {
    const count = this.#plan.split('\n').length;
    if (key.name === 'escape') this.#mode = 'read';
    else if (key.name === 'down' || letter === 'j') this.#line = moved(this.#line, 1, count);
    else if (key.name === 'up' || letter === 'k') this.#line = moved(this.#line, -1, count);
    else if (key.name === 'enter') return this.#open('line', this.#comments.get(this.#line) ?? '');
    else if (letter === 'd') return { kind: 'no', body: this.#reject('') };
    else return PASS;
    return NONE;
  }

  #approve() {
    return {
      decision: 'approve' as const,
      ...(this.#next !== undefined && { mode: this.#next }),
      ...(this.#edited !== undefined && { plan: this.#edited }),
    };
  }

  #reject(words: string) {
    const comments = [...this.#comments].map(([line, said]) => ({ line, words: said }));
    const feedback = planFeedback(this.#plan, comments, words);
    return { decision: 'reject' as const, ...(feedback && { feedback }) };
  }

  #open(mode: Mode, text: string): FormAction {
    this.#mode = mode;
    this.#editor = new TextEditor(text);
    return NONE;
  }

  #write(key: Key, editor: TextEditor): FormAction {
    const mode = this.#mode;
    if (key.name !== 'escape' && key.name !== 'enter') return editor.press(key) ? NONE : PASS;
    this.#editor = undefined;
    this.#mode = mode === 'line' ? 'comment' : 'read';
    if (key.name === 'escape') return NONE;
    if (mode === 'words') return { kind: 'no', body: this.#reject(editor.text) };
    if (mode === 'edit')
      this.#edited = editor.text === this.#plan || editor.text.trim() === '' ? undefined : editor.text;
    else if (editor.text.trim() === '') this.#comments.delete(this.#line);
    else this.#comments.set(this.#line, editor.text.trim());
    return NONE;
  }
}
