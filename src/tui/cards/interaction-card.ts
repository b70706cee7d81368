/**
 * One request on the screen: its header, form and answer state. Nothing can be allowed unread: dangerous or partly read
 * requests need a second press, and a card that has just appeared accepts no keys.
 */
import { interactionText } from '../../core/wording/interaction-text.ts';
import { projectName } from '../../core/wording/shown-path.ts';
import { SHAPES } from '../../core/wording/status-shapes.ts';
import { ageOf } from '../../lib/age-of.ts';
import { cleanText } from '../../lib/clean-text.ts';
import type { Key } from '../../lib/read-keys.ts';
import type { Style } from '../../lib/style.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { AnswerBody } from '../../sdk/answer-calls.ts';
import type { Card } from '../../sdk/inbox.ts';
import type { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { span, splitLine } from '../lines/spans.ts';
import type { FormLines, InteractionForm, May } from './interaction-form.ts';
import { makeForm } from './make-form.ts';

export interface CardLayout {
  readonly style: Style;
  readonly width: number;
  readonly height: number;
  readonly now: number;
  /** The session title; absent if it is obvious. */
  readonly title?: string | undefined;
  readonly isFocused: boolean;
}

/** The time a person needs to notice a new card. */
export const SETTLING_MS = 400;
/** Longer than the key repeat delay, so that the second press is deliberate. */
export const CARE_MS = 700;
const INDENT = '  ';

export class InteractionCard {
  card: Card;
  readonly #cwd: string;
  readonly #may: May;
  readonly #form: InteractionForm;
  #isArmed = false;
  #armedAt = 0;
  /** Whether there was more to read at the first press. */
  #wasUnread = false;
  #scroll = 0;
  #below = 0;
  /** Lines per page, so that paging skips nothing. */
  #pageLines = 1;
  #focusedAt = Number.POSITIVE_INFINITY;

  /** `draft`: from an earlier run of the terminal UI. */
  constructor(card: Card, cwd: string, may: May, draft?: string) {
    this.card = card;
    this.#cwd = cwd;
    this.#may = may;
    this.#form = makeForm(card.interaction, cwd, may);
    if (draft !== undefined) this.#form.restore?.(readDraft(draft));
  }

  /** What the person has entered and not sent; empty if nothing. */
  get draft(): string {
    const draft = this.isOpen ? this.#form.draft?.() : undefined;
    return draft === undefined ? '' : JSON.stringify(draft);
  }

  get id(): string {
    return this.card.interaction.id;
  }

  get editor(): TextEditor | undefined {
    return this.#form.editor;
  }

  get isOver(): boolean {
    return this.card.phase === 'answered' || this.card.phase === 'elsewhere';
  }

  /** Whether it can be answered here now. */
  get isOpen(): boolean {
    return this.#may.answer && (this.card.phase === 'open' || this.card.phase === 'failed');
  }

  /** Focuses the card, since this time. */
  focus(now: number): void {
    if (this.#focusedAt === Number.POSITIVE_INFINITY) this.#focusedAt = now;
  }

  blur(): void {
    this.#focusedAt = Number.POSITIVE_INFINITY;
    this.#isArmed = false;
  }

  isSettled(now: number): boolean {
    return now - this.#focusedAt >= SETTLING_MS;
  }

  /** Returns the answer if the key made one; `pass` if the card does not use the key. */
  press(key: Key, now: number): AnswerBody | 'none' | 'pass' {
    if (key.name === 'page-down' || key.name === 'page-up')
      return this.#page(key.name === 'page-down' ? 1 : -1);
    if (!this.isOpen) return 'pass';
    if (!this.isSettled(now)) {
      // Repeated keys or text being typed were meant for the previous screen content.
      this.#focusedAt = now;
      return isMove(key) ? 'pass' : 'none';
    }
    const wasArmed = this.#isArmed;
    this.#isArmed = false;
    if (wasArmed && key.name === 'escape') return 'none';
    const action = this.#form.press(key);
    if (action.kind === 'pass' || action.kind === 'none') return action.kind;
    const needsCare = this.#form.dangers.length > 0 || this.#below > 0;
    const isMeant = wasArmed && now - this.#armedAt >= CARE_MS;
    if (action.kind === 'yes' && needsCare && !isMeant) {
      this.#isArmed = true;
      this.#armedAt = now;
      this.#wasUnread = this.#below > 0;
      return 'none';
    }
    return action.body;
  }

  help(now: number): readonly HelpEntry[] {
    if (!this.isOpen || !this.isSettled(now)) return [];
    if (this.#isArmed)
      return [
        ['a', 'yes, allow it'],
        ['Esc', 'no'],
      ];
    const more: readonly HelpEntry[] = this.#below > 0 ? [['PgDn', 'more']] : [];
    const back: readonly HelpEntry[] = this.#scroll > 0 ? [['PgUp', 'scroll up']] : [];
    return [...more, ...this.#form.help(), ...back];
  }

  /** At most the given height: the header, suggestions and warnings stay visible, the body scrolls. */
  lines(layout: CardLayout): FormLines {
    const { style, width, height } = layout;
    const head = this.#head(layout);
    if (this.isOver) return { lines: [...head, ...this.#tail(layout)].slice(0, height) };
    const form = this.#form.lines({ style, width: width - INDENT.length });
    const tail = this.#tail(layout);
    const fitted = this.#fit(form, height - head.length - tail.length, style);
    const body = fitted.lines.map((line) => (line === '' ? '' : INDENT + line));
    const lines = [...head, ...body, ...tail].slice(0, Math.max(1, height));
    const { cursor } = form;
    if (!cursor || !layout.isFocused) return { lines };
    const place = { row: head.length + cursor.row - fitted.first, column: cursor.column + INDENT.length };
    return { lines, cursor: place };
  }

  /** The visible part of the body, and the fixed lines below it. */
  #fit(form: FormLines, room: number, style: Style): { lines: string[]; first: number } {
    const { pinned, loose } = pin(form.foot ?? [], room / 2);
    const all = [...form.lines, ...loose];
    const most = Math.max(1, room - pinned.length);
    this.#pageLines = Math.max(1, most - 1);
    const first = this.#window({ ...form, lines: all }, most);
    const shown = all.slice(first, first + most);
    this.#below = Math.max(0, all.length - first - most);
    // The last line shows how much is left.
    if (this.#below > 0) {
      this.#below++;
      shown[shown.length - 1] = style.informs(`… ${this.#below} more lines, PgDn`);
    }
    return { lines: [...shown, ...pinned], first };
  }

  /** Keeps the cursor visible; otherwise the scroll position. */
  #window({ lines, cursor, at }: FormLines, room: number): number {
    const last = Math.max(0, lines.length - room);
    const here = cursor?.row ?? at;
    if (here !== undefined) {
      if (here < this.#scroll) this.#scroll = here;
      if (here >= this.#scroll + room - 1) this.#scroll = here - room + 2;
    }
    this.#scroll = Math.max(0, Math.min(this.#scroll, last));
    return this.#scroll;
  }

  #page(step: 1 | -1): 'none' | 'pass' {
    if (step === 1 ? this.#below === 0 : this.#scroll === 0) return 'pass';
    this.#scroll = Math.max(0, this.#scroll + step * this.#pageLines);
    this.#isArmed = false;
    return 'none';
  }

  #head({ style, width, now, title, isFocused }: CardLayout): string[] {
    const { interaction } = this.card;
    const { headline } = interactionText(interaction, this.#cwd);
    const mark = this.isOver ? '✓' : SHAPES.waiting;
    const left = [
      span(`${isFocused ? '>' : ' '} ${mark} `, this.isOver ? style.quiet : style.waits),
      span(headline, isFocused ? (text) => style.waits(style.strong(text)) : style.waits),
    ];
    const where = title === undefined ? [] : [projectName(this.#cwd), title];
    const right = [...where, ageOf(interaction.opened_at, now)].filter(Boolean).join(' · ');
    return [splitLine(left, [span(right, style.quiet)], width)];
  }

  #tail({ style, width }: CardLayout): string[] {
    const { phase, note = '', interaction } = this.card;
    const words = (text: string) =>
      wrapText(cleanText(text), width - INDENT.length).map((line) => INDENT + line);
    if (this.isOver) return words(note).map(style.quiet);
    if (phase === 'sending') return words('Sending').map(style.informs);
    if (phase === 'unsent') return words(`${note} Press Esc to cancel.`).map(style.informs);
    const lines = [
      ...(phase === 'failed' ? words(`! ${note}`).map(style.fails) : []),
      ...(phase === 'open' && note ? words(note).map(style.informs) : []),
    ];
    if (interaction.routes.length === 0)
      lines.push(...words('Answer this in the session’s terminal.').map(style.informs));
    else if (!this.#may.answer)
      lines.push(
        ...words('This token can only view. To answer, it needs the approver role.').map(style.quiet),
      );
    if (this.#isArmed) lines.push(...words(this.#careText()).map(style.fails));
    return lines;
  }

  #careText(): string {
    const [danger] = this.#form.dangers;
    const unread = this.#wasUnread ? 'You have not read all of it.' : '';
    return `Press a again to allow it. ${[danger, unread].filter(Boolean).join(' ')}`;
  }
}

function readDraft(draft: string): unknown {
  try {
    return JSON.parse(draft);
  } catch {
    return undefined;
  }
}

/** The fixed lines that fit in this height; the rest scrolls with the body. */
function pin(foot: readonly (readonly string[])[], room: number) {
  const pinned: string[] = [];
  const loose: string[] = [];
  for (const lines of foot)
    if (loose.length === 0 && pinned.length + lines.length <= room) pinned.push(...lines);
    else loose.push(...lines);
  return { pinned, loose };
}

/** Whether the key only moves the focus. */
function isMove(key: Key): boolean {
  if (key.name === 'text') return key.text === 'j' || key.text === 'k';
  return !['enter', 'escape', 'tab', 'paste'].includes(key.name);
}
