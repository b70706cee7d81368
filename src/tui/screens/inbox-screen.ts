/** Pending requests of all sessions, oldest first: the focused one is open, the others are one line each. */
import { terminalWaitText, waitsInTerminal } from '../../core/waits-in-terminal.ts';
import { interactionText } from '../../core/wording/interaction-text.ts';
import { projectName } from '../../core/wording/shown-path.ts';
import { SHAPES } from '../../core/wording/status-shapes.ts';
import { ageOf } from '../../lib/age-of.ts';
import { exactLine } from '../../lib/hidden-characters.ts';
import type { Key } from '../../lib/read-keys.ts';
import { cutToWidth } from '../../lib/text-width.ts';
import type { Session } from '../../protocol/session.ts';
import type { Card } from '../../sdk/inbox.ts';
import type { InteractionCard } from '../cards/interaction-card.ts';
import { typed } from '../cards/interaction-form.ts';
import type { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { moved } from '../lines/list-window.ts';
import { paragraphLines } from '../lines/paragraph-lines.ts';
import { span, splitLine } from '../lines/spans.ts';
import { LOW } from '../session/below-conversation.ts';
import { sessionLine } from '../session/session-line.ts';
import type { Frame } from '../terminal/screen.ts';
import type { Area, ScreenContext, TuiScreen } from './screen.ts';

const WAYS: readonly HelpEntry[] = [
  ['g s', 'sessions', 'always'],
  ['/', 'search', 'always'],
  ['q', 'quit', 'always'],
];

/** A line with an action for a click. */
interface Entry {
  readonly text: string;
  readonly open: () => void;
}

export class InboxScreen implements TuiScreen {
  readonly #context: ScreenContext;
  /** The only request to show. */
  readonly #request: string | undefined;
  #focus: string | undefined;
  #index = 0;

  constructor(context: ScreenContext, request?: string) {
    this.#context = context;
    this.#request = request;
  }

  get editor(): TextEditor | undefined {
    return this.#focused()?.editor;
  }

  press(key: Key): boolean {
    const card = this.#focused();
    const letter = typed(key);
    if (!card) return false;
    const answer = card.press(key, this.#context.now());
    if (typeof answer === 'object') this.#context.hub.inbox.answer(card.id, answer);
    if (answer !== 'pass') return true;
    if (letter === 'j' || key.name === 'down') this.#move(1);
    else if (letter === 'k' || key.name === 'up') this.#move(-1);
    else if (key.name === 'enter') this.#context.go({ name: 'session', id: this.#addressOf(card.card) });
    else if (key.name === 'escape' && card.card.phase === 'unsent') this.#context.hub.inbox.withdraw(card.id);
    else return false;
    return true;
  }

  help(): readonly HelpEntry[] {
    const card = this.#focused();
    const count = this.#cards.length;
    if (!card) return [['g n', 'new session'], ...WAYS];
    if (card.editor) return card.help(this.#context.now());
    return [
      ...card.help(this.#context.now()),
      ...(count > 1 ? [['j/k', 'next'] as const] : []),
      ['Enter', 'open the session'],
      // The keys of the card come first.
      ...WAYS.map(([key, words]): HelpEntry => (key === 'q' ? [key, words, 'always'] : [key, words])),
    ];
  }

  frame({ width, height }: Area): Frame {
    const { style, hub } = this.#context;
    const cards = this.#cards;
    if (cards.length === 0) return this.#withClicks(this.#quiet(width, height));
    const focused = this.#focused();
    const at = cards.findIndex(({ interaction }) => interaction.id === focused?.id);
    // On a low screen the open card gets all the space.
    const isLow = height < LOW;
    const head = [style.strong(style.waits(` Waiting for you ${hub.inbox.waiting}`)), ...(isLow ? [] : [''])];
    // Otherwise the rest after the other cards.
    const others = isLow ? 0 : Math.min(cards.length - 1, Math.floor((height - head.length) / 3));
    const before = Math.min(at, Math.max(others - (cards.length - 1 - at), Math.ceil(others / 2)));
    const lineOfCard = (card: Card): Entry => ({
      text: this.#line(card, width),
      open: () => this.#focusOn(card),
    });
    const above = cards.slice(at - before, at).map(lineOfCard);
    const below = cards.slice(at + 1, at + 1 + others - before).map(lineOfCard);
    const hidden = cards.length - 1 - above.length - below.length;
    const more = hidden > 0 && !isLow ? [style.quiet(`   and ${hidden} more`)] : [];
    const room =
      height - head.length - above.length - below.length - more.length - (below.length > 0 ? 1 : 0);
    const top = [...head, ...above];
    const own = focused?.lines(this.#layout(focused, width, room));
    const left = room - (own?.lines.length ?? 0);
    const elsewhere = cards.length === 1 ? this.#elsewhere(width).slice(0, Math.max(0, left)) : [];
    const running =
      cards.length === 1 ? [...elsewhere, ...this.#running(width, left - elsewhere.length)] : [];
    const entries = [
      ...top,
      ...(own?.lines ?? []),
      ...(below.length > 0 ? [''] : []),
      ...below,
      ...more,
      ...running,
    ];
    const cursor = own?.cursor && { row: top.length + own.cursor.row, column: own.cursor.column };
    return { ...this.#withClicks(entries), cursor };
  }

  /** Scrolls the open card; at its ends the wheel does nothing, so that the focus does not jump. */
  scroll(lines: number): void {
    this.#focused()?.press({ name: lines < 0 ? 'page-up' : 'page-down' }, this.#context.now());
  }

  #withClicks(entries: readonly (string | Entry)[]): Frame {
    const lines = entries.map((entry) => (typeof entry === 'string' ? entry : entry.text));
    const clicks = entries.flatMap((entry, row): [number, () => void][] =>
      typeof entry === 'string' ? [] : [[row, entry.open]],
    );
    return { lines, clicks: new Map(clicks) };
  }

  get #cards(): readonly Card[] {
    const { cards } = this.#context.hub.inbox;
    return this.#request === undefined
      ? cards
      : cards.filter(({ interaction }) => interaction.id === this.#request);
  }

  /** Keeps the focus on its card; if that is gone, the next one takes its place. */
  #focused(): InteractionCard | undefined {
    const cards = this.#cards;
    const known = cards.findIndex(({ interaction }) => interaction.id === this.#focus);
    if (known !== -1) this.#index = known;
    const card = cards[known === -1 ? moved(this.#index, 0, cards.length) : known];
    if (!card) return undefined;
    this.#focus = card.interaction.id;
    return this.#context.focusCard(card);
  }

  #move(step: 1 | -1): void {
    const at = this.#cards.findIndex(({ interaction }) => interaction.id === this.#focus);
    const next = this.#cards[moved(at, step, this.#cards.length)];
    if (next) this.#focusOn(next);
  }

  #focusOn(next: Card): void {
    const before = this.#focused();
    // Moving to a card counts as looking at it, unless another card has just appeared: then the key may have been meant for the previous one.
    const now = this.#context.now();
    const since = before?.isSettled(now) ? Number.NEGATIVE_INFINITY : now;
    before?.blur();
    this.#focus = next.interaction.id;
    this.#context.focusCard(next, since);
  }

  #layout(card: InteractionCard, width: number, height: number) {
    const { style, hub } = this.#context;
    const session = hub.sessions.get(this.#addressOf(card.card));
    const host = session && hub.hosts.nameOf(session);
    const title = [session?.title, host].filter(Boolean).join(' · ');
    return { style, width, height, now: this.#context.now(), title, isFocused: true };
  }

  #addressOf({ interaction }: Card): string {
    return this.#context.hub.sessions.addressOf(interaction);
  }

  #line(card: Card, width: number): string {
    const { interaction, phase, note } = card;
    const { style, hub } = this.#context;
    const session = hub.sessions.get(this.#addressOf(card));
    const cwd = interaction.cwd ?? session?.cwd ?? '';
    const title = cutToWidth(exactLine(session?.title ?? ''), Math.floor(width / 3));
    const name = [title, projectName(cwd)].filter(Boolean).join(' · ');
    const isOver = phase === 'answered' || phase === 'elsewhere';
    const words = isOver ? (note ?? '') : interactionText(interaction, cwd).line;
    return splitLine(
      [span(`  ${isOver ? '✓' : SHAPES.waiting} `, isOver ? style.quiet : style.waits), span(words)],
      [span(`${name} · ${ageOf(interaction.opened_at, this.#context.now())}`, style.quiet)],
      width,
    );
  }

  #quiet(width: number, height: number): (string | Entry)[] {
    const { style, hub } = this.#context;
    const say = (words: string) => paragraphLines(words, width, style.quiet);
    if (!hub.inbox.isLoaded) return ['', ...say('Loading…')];
    const isEmpty = hub.sessions.sessions.length === 0;
    const elsewhere = this.#elsewhere(width);
    if (elsewhere.length > 0) return [...elsewhere, ...this.#running(width, height - elsewhere.length)];
    const lines = [
      '',
      style.strong(isEmpty ? '  No sessions yet' : '  Nothing is waiting for you'),
      ...(isEmpty
        ? [
            ...say('Connect Claude Code to this hub, then start it in any terminal:'),
            '',
            style.quiet('    reins install'),
          ]
        : say('When Claude needs a decision, the request appears here.')),
      '',
    ];
    return [...lines, ...this.#running(width, height - lines.length)];
  }

  /** Sessions that wait for something that only their terminal can answer. */
  #elsewhere(width: number): (string | Entry)[] {
    const { hub, style } = this.#context;
    const now = this.#context.now();
    const waiting = hub.sessions.sessions.filter((session) => waitsInTerminal(session, now));
    if (waiting.length === 0) return [];
    const lines = waiting.map((session) => ({
      open: () => this.#openSession(session),
      text: splitLine(
        [span(`  ${SHAPES.waiting} `, style.waits), span(exactLine(terminalWaitText(session)))],
        [span(`${projectName(session.cwd)} · ${ageOf(session.last_activity_at, now)}`, style.quiet)],
        width,
      ),
    }));
    return ['', style.strong(style.waits(` Waiting in the terminal ${waiting.length}`)), ...lines];
  }

  /** The running sessions. */
  #running(width: number, room: number): (string | Entry)[] {
    const { hub, style } = this.#context;
    const busy = hub.sessions.sessions.filter(({ status }) => status === 'working' || status === 'starting');
    if (busy.length === 0 || room < 3) return [];
    const shown = busy.slice(0, room - 2);
    const now = this.#context.now();
    const lines = shown.map((session) => ({
      open: () => this.#openSession(session),
      text: sessionLine(session, { style, width, now, host: hub.hosts.nameOf(session) }),
    }));
    return ['', style.strong(` Running ${busy.length}`), ...lines];
  }

  #openSession(session: Session): void {
    this.#context.go({ name: 'session', id: this.#context.hub.sessions.addressOf(session) });
  }
}
