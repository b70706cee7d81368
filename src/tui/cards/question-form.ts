/** Claude's questions, one step each: options, a custom answer, a note, or a reply instead. */
import { z } from 'zod';
import {
  choose,
  chooseOther,
  EMPTY_DRAFT,
  isAnswered,
  type QuestionDraft,
  toAnswer,
} from '../../core/interactions/question-draft.ts';
import { type Question, questionsOf } from '../../core/questions.ts';
import { exactText } from '../../lib/hidden-characters.ts';
import type { Key } from '../../lib/read-keys.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { Interaction } from '../../protocol/interactions.ts';
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
import { writtenUnder } from './written-under.ts';

type Writing = 'other' | 'note' | 'reply';
const TITLES: Readonly<Record<Writing, string>> = {
  other: 'Your own answer',
  note: 'Note for Claude',
  reply: 'Your reply instead of answers',
};

const draftSchema = z.object({
  drafts: z.array(
    z.object({ chosen: z.array(z.string()), hasOther: z.boolean(), other: z.string(), note: z.string() }),
  ),
  step: z.int().min(0),
  open: z.object({ writing: z.enum(['other', 'note', 'reply']), text: z.string() }).optional(),
});

export class QuestionForm implements InteractionForm {
  readonly dangers: readonly string[] = [];
  readonly #questions: readonly Question[];
  #drafts: readonly QuestionDraft[];
  #step = 0;
  #at = 0;
  #writing: Writing | undefined;
  #editor: TextEditor | undefined;

  constructor(interaction: Interaction) {
    this.#questions = questionsOf(interaction);
    this.#drafts = this.#questions.map(() => EMPTY_DRAFT);
  }

  get editor(): TextEditor | undefined {
    return this.#editor;
  }

  press(key: Key): FormAction {
    if (this.#editor) return this.#write(key, this.#editor);
    const question = this.#questions[this.#step];
    if (!question) return PASS;
    const letter = typed(key);
    const count = question.options.length + 1;
    if (key.name === 'down') return this.#move(1, count);
    if (key.name === 'up') return this.#move(-1, count);
    if (key.name === 'left' || letter === 'b') return this.#goTo(this.#step - 1);
    if (key.name === 'right' && this.#questions.length > 1) return this.#skipOne();
    if (letter === 'n') return this.#open('note', this.#draft.note);
    if (letter === 'r') return this.#open('reply', '');
    if (letter === 's') return { kind: 'no', body: { answers: {} } };
    if (letter === 'o') return this.#choose(question, question.options.length);
    if (letter === 'a') return this.#next();
    if (letter === ' ') return this.#choose(question, this.#at);
    if (key.name === 'enter') return this.#enter(question);
    if (/^[1-9]$/.test(letter) && Number(letter) <= count) {
      this.#at = Number(letter) - 1;
      return this.#choose(question, this.#at);
    }
    return PASS;
  }

  draft(): object | undefined {
    const text = this.#editor?.text ?? '';
    const isEmpty = this.#drafts.every((draft) => !isAnswered(draft) && draft.note === '');
    if (isEmpty && text === '') return undefined;
    const open = text === '' ? {} : { open: { writing: this.#writing, text } };
    return { drafts: this.#drafts, step: this.#step, ...open };
  }

  restore(draft: unknown): void {
    const read = draftSchema.safeParse(draft);
    if (!read.success || read.data.drafts.length !== this.#questions.length) return;
    const { drafts, step, open } = read.data;
    this.#drafts = drafts;
    this.#goTo(step);
    if (open) this.#open(open.writing, open.text);
  }

  lines({ style, width }: FormLayout): FormLines {
    const question = this.#questions[this.#step];
    if (!question)
      return {
        lines: wrapText('Claude’s question cannot be shown here. Answer it in the terminal.', width),
      };
    const count = this.#questions.length;
    const about = [question.header ?? '', count > 1 ? `question ${this.#step + 1} of ${count}` : ''];
    const head = [
      ...(about.some(Boolean) ? [style.quiet(exactText(about.filter(Boolean).join(' · ')))] : []),
      ...wrapText(exactText(question.question), width).map(style.strong),
    ];
    const options = this.#optionLines(question, { style, width });
    const lines = [...head, ...options.lines];
    if (this.#draft.note && !(this.#editor && this.#writing === 'note'))
      lines.push(...wrapText(exactText(`note: ${this.#draft.note}`), width).map(style.quiet));
    if (!this.#editor || !this.#writing) return { lines, at: head.length + options.at };
    return writtenUnder(lines, TITLES[this.#writing], this.#editor, { style, width });
  }

  help(): readonly HelpEntry[] {
    if (this.#editor)
      return [
        ['Enter', this.#writing === 'reply' ? 'send' : 'done'],
        ['Esc', 'back'],
      ];
    const isLast = this.#step >= this.#questions.length - 1;
    const isMulti = this.#questions[this.#step]?.multiSelect;
    return [
      ...(isMulti ? [['Space', 'tick'] as const] : []),
      ['Enter', isMulti ? (isLast ? 'send' : 'next') : 'choose'],
      ['a', isLast ? 'send' : 'next'],
      ['o', 'other'],
      ['n', 'note'],
      ['r', 'reply instead'],
      ['s', this.#questions.length > 1 ? 'skip all' : 'skip'],
      ...(this.#questions.length > 1 ? [['→', 'skip question'] as const] : []),
      ...(this.#step > 0 ? [['b', 'back'] as const] : []),
    ];
  }

  get #draft(): QuestionDraft {
    return this.#drafts[this.#step] ?? EMPTY_DRAFT;
  }

  #change(draft: QuestionDraft): void {
    this.#drafts = this.#drafts.with(this.#step, draft);
  }

  #move(step: 1 | -1, count: number): FormAction {
    this.#at = moved(this.#at, step, count);
    return NONE;
  }

  #goTo(step: number): FormAction {
    this.#step = moved(step, 0, this.#questions.length);
    this.#at = 0;
    return NONE;
  }

  #choose({ options, multiSelect }: Question, index: number): FormAction {
    const option = options[index];
    this.#at = index;
    if (option) {
      this.#change(choose(this.#draft, option.label, multiSelect));
      return NONE;
    }
    if (multiSelect && this.#draft.hasOther) {
      this.#change({ ...chooseOther(this.#draft, true, false), other: '' });
      return NONE;
    }
    this.#change(chooseOther(this.#draft, multiSelect));
    return this.#open('other', this.#draft.other);
  }

  /** Enter chooses and continues; with multiple choice it only continues. */
  #enter(question: Question): FormAction {
    if (question.multiSelect)
      return isAnswered(this.#draft) ? this.#next() : this.#choose(question, this.#at);
    const chosen = this.#choose(question, this.#at);
    return this.#editor ? chosen : this.#next();
  }

  /** Skips this question; the others keep their answers. */
  #skipOne(): FormAction {
    this.#change({ ...EMPTY_DRAFT, note: this.#draft.note });
    return this.#goOn();
  }

  #next(): FormAction {
    return isAnswered(this.#draft) ? this.#goOn() : NONE;
  }

  #goOn(): FormAction {
    if (this.#step < this.#questions.length - 1) return this.#goTo(this.#step + 1);
    return { kind: 'yes', body: toAnswer(this.#questions, this.#drafts) };
  }

  #open(writing: Writing, text: string): FormAction {
    this.#writing = writing;
    this.#editor = new TextEditor(text);
    return NONE;
  }

  #write(key: Key, editor: TextEditor): FormAction {
    const text = editor.text.trim();
    const writing = this.#writing;
    if (key.name === 'escape') {
      this.#editor = undefined;
      if (writing === 'other' && this.#draft.other === '')
        this.#change(chooseOther(this.#draft, this.#questions[this.#step]?.multiSelect ?? false, false));
      return NONE;
    }
    if (key.name !== 'enter') return editor.press(key) ? NONE : PASS;
    if (writing === 'reply') return text === '' ? NONE : { kind: 'no', body: { reply: text } };
    this.#editor = undefined;
    if (writing === 'note') this.#change({ ...this.#draft, note: text });
    else this.#change({ ...this.#draft, other: text, hasOther: text !== '' });
    return NONE;
  }

  #optionLines({ options, multiSelect }: Question, { style, width }: FormLayout) {
    const { chosen, hasOther, other } = this.#draft;
    const all = [
      ...options.map(({ label, description }) => ({ label, description, isOn: chosen.includes(label) })),
      { label: other ? `Other: ${other}` : 'Other', description: undefined, isOn: hasOther },
    ];
    const lines: string[] = [];
    let at = 0;
    all.forEach(({ label, description, isOn }, index) => {
      const isHere = index === this.#at;
      const [open, close] = multiSelect ? '[]' : '()';
      const lead = `${isHere ? '>' : ' '} ${open}${isOn ? 'x' : ' '}${close} ${index + 1} `;
      const hang = ' '.repeat(lead.length);
      if (isHere) at = lines.length;
      wrapText(exactText(label), width - lead.length).forEach((line, row) => {
        lines.push((isHere ? style.strong : asItIs)(`${row === 0 ? lead : hang}${line}`));
      });
      if (description)
        for (const line of wrapText(exactText(description), width - lead.length))
          lines.push(style.quiet(`${hang}${line}`));
    });
    return { lines, at };
  }
}

function asItIs(text: string): string {
  return text;
}
