/** The whole terminal UI: the current screen, global keys, and the frame around it. */
import { isOfAddress } from '../core/session-address.ts';
import { waitsInTerminal } from '../core/waits-in-terminal.ts';
import type { Key, MouseKey } from '../lib/read-keys.ts';
import type { Style } from '../lib/style.ts';
import type { Card } from '../sdk/inbox.ts';
import type { LiveHub } from '../sdk/live-hub.ts';
import { ASIDE_FROM, ASIDE_WIDTH, asideLines } from './aside.ts';
import { InteractionCard } from './cards/interaction-card.ts';
import { typed } from './cards/interaction-form.ts';
import { headerLine } from './header-line.ts';
import { type HelpEntry, helpLine } from './help/help-line.ts';
import { paragraphLines } from './lines/paragraph-lines.ts';
import { lineOf, span } from './lines/spans.ts';
import { openScreen } from './screens/open-screen.ts';
import type { Place, ScreenContext, TuiScreen } from './screens/screen.ts';
import type { Frame } from './terminal/screen.ts';

export interface AppOptions {
  readonly hub: LiveHub;
  readonly style: Style;
  readonly folder: string;
  /** What was written but not sent: prompts by session, answers by request. */
  readonly drafts?: Map<string, string>;
  readonly size: () => { columns: number; rows: number };
  readonly now: () => number;
  /** The screen may have changed. */
  readonly onChange: () => void;
  readonly onLeave: () => void;
  /** Shows the session's terminal in this one. */
  readonly attach: (sessionId: string) => Promise<void>;
  /** Opens text in the person's editor. */
  readonly editText: (text: string) => Promise<string>;
}

/** The second key of two, such as `g i`, must follow within this time. */
const PAIR_MS = 1500;
const NOTE_MS = 6000;
/** The second Ctrl-C must follow within this time. */
const AGAIN_MS = 3000;
/** Lines of it. */
const LONGEST_NOTE = 3;
/** Lines per step of the wheel. */
const WHEEL_LINES = 3;
const SMALLEST = { columns: 40, rows: 10 };
const LEADER_HELP: readonly HelpEntry[] = [
  ['i', 'inbox'],
  ['s', 'sessions'],
  ['n', 'new session'],
  ['f', 'search'],
];
const PLACES: Readonly<Record<string, Place>> = {
  i: { name: 'inbox' },
  s: { name: 'sessions' },
  n: { name: 'new' },
  f: { name: 'search' },
};

export class App implements ScreenContext {
  readonly hub: LiveHub;
  readonly style: Style;
  readonly folder: string;
  readonly drafts: Map<string, string>;
  readonly now: () => number;
  readonly #options: AppOptions;
  readonly #cards = new Map<string, { readonly key: string; readonly card: InteractionCard }>();
  #inFocus: InteractionCard | undefined;
  #stack: { readonly place: Place; readonly screen: TuiScreen }[];
  /** What a click does in the newest frame. */
  #click: (row: number, column: number) => void = () => {};
  #leaderAt = Number.NEGATIVE_INFINITY;
  #isWarned = false;
  #ctrlCAt = Number.NEGATIVE_INFINITY;
  #note: { readonly words: string; readonly isBad: boolean; readonly until: number } | undefined;

  constructor(options: AppOptions) {
    this.#options = options;
    this.hub = options.hub;
    this.style = options.style;
    this.folder = options.folder;
    this.drafts = options.drafts ?? new Map();
    this.now = options.now;
    this.#stack = [this.#open({ name: 'inbox' })];
  }

  /** Several characters may arrive together: each is a separate key unless an editor has the focus. */
  press(key: Key): void {
    if (isMouse(key)) this.#pressMouse(key);
    else if (key.name !== 'text' || this.#screen.editor) this.#pressOne(key);
    else {
      const [first = '', ...rest] = key.text;
      this.#pressOne({ name: 'text', text: first });
      if (rest.length > 0) this.press({ name: 'text', text: rest.join('') });
    }
    this.redraw();
  }

  frame(): Frame {
    const { columns, rows } = this.#options.size();
    const { style, hub } = this;
    if (columns < SMALLEST.columns || rows < SMALLEST.rows)
      return { lines: [lineOf([span('The window is too small. Enlarge it.')], columns)] };
    const { sessions } = hub.sessions;
    const top = headerLine(
      {
        sessions,
        waiting: hub.inbox.waiting + sessions.filter((one) => waitsInTerminal(one, this.now())).length,
        connection: hub.connection,
      },
      columns,
      style,
    );
    const note = this.#noteLines(columns);
    const height = rows - 2 - note.length;
    const hasAside = columns >= ASIDE_FROM && this.#hasOthers;
    const width = hasAside ? columns - ASIDE_WIDTH : columns;
    const own = this.#screen.frame({ width, height });
    const open = this.#place.name === 'session' ? this.#place.id : undefined;
    const aside = hasAside ? asideLines(sessions, open, height, style) : { lines: [], sessions: [] };
    this.#click = (row, column) => {
      if (row === 0) return this.go({ name: 'inbox' });
      const beside = aside.sessions[row - 1];
      if (!hasAside || column >= ASIDE_WIDTH) own.clicks?.get(row - 1)?.();
      else if (beside) this.go({ name: 'session', id: hub.sessions.addressOf(beside) });
    };
    const body = Array.from(
      { length: height },
      (_, row) => `${aside.lines[row] ?? ''}${own.lines[row] ?? ''}`,
    );
    const isLeading = this.now() - this.#leaderAt < PAIR_MS;
    const { editor } = this.#screen;
    const help = helpLine(isLeading ? LEADER_HELP : this.#screen.help(), columns - 1, style, !!editor);
    const cursor = own.cursor && {
      row: own.cursor.row + 1,
      column: own.cursor.column + (hasAside ? ASIDE_WIDTH : 0),
    };
    return { lines: [top, ...body, ...note, ` ${help}`], cursor };
  }

  go(place: Place): void {
    // The two lists are the roots of navigation.
    const isRoot = place.name === 'inbox' || place.name === 'sessions';
    if (isRoot) for (const { screen } of this.#stack.splice(place.name === 'inbox' ? 0 : 1)) screen.close?.();
    if (this.#stack.length === 0 && !isRoot) this.#stack.push(this.#open({ name: 'inbox' }));
    const current = this.#stack.at(-1);
    // Going from one session to the next adds no level.
    if (current?.place.name === 'session' && place.name === 'session') {
      current.screen.close?.();
      this.#stack.pop();
    }
    this.#stack.push(this.#open(place));
    this.redraw();
  }

  back(): void {
    if (this.#stack.length <= 1) this.#leave();
    else this.#stack.pop()?.screen.close?.();
    this.redraw();
  }

  /** Keeps what was written. */
  close(): void {
    for (const { screen } of this.#stack) screen.close?.();
    for (const [id, { card }] of this.#cards) this.drafts.set(draftKey(id), card.draft);
    const { cards, isLoaded } = this.hub.inbox;
    const open = new Set(cards.map(({ interaction }) => draftKey(interaction.id)));
    for (const key of this.drafts.keys()) {
      if (isLoaded && key.startsWith(draftKey('')) && !open.has(key)) this.drafts.delete(key);
    }
  }

  redraw(): void {
    this.#options.onChange();
  }

  report(words: string, isBad = false): void {
    this.#note = { words, isBad, until: this.now() + NOTE_MS };
    this.redraw();
  }

  act(call: () => Promise<unknown>): void {
    call().then(
      () => this.redraw(),
      (error: Error) => this.report(error.message, true),
    );
  }

  focusCard(card: Card, since = this.now()): InteractionCard {
    const shown = this.#cardOf(card);
    if (shown !== this.#inFocus) this.#inFocus?.blur();
    this.#inFocus = shown;
    shown.focus(since);
    return shown;
  }

  openTerminal(sessionId: string): void {
    this.act(() => this.#options.attach(sessionId));
  }

  get #screen(): TuiScreen {
    return (this.#stack.at(-1) as { screen: TuiScreen }).screen;
  }

  get #place(): Place {
    return this.#stack.at(-1)?.place ?? { name: 'inbox' };
  }

  /** Whether to show sessions beside the screen: not on the session list, and not for a single request. */
  get #hasOthers(): boolean {
    return this.#place.name !== 'sessions' && !(this.#place.name === 'inbox' && this.#place.request);
  }

  #open(place: Place): { place: Place; screen: TuiScreen } {
    return { place, screen: openScreen(place, this) };
  }

  /** A card keeps its state as long as it is in the inbox. */
  #cardOf(card: Card): InteractionCard {
    const { interaction } = card;
    const may = this.hub.may(interaction);
    const cwd = interaction.cwd ?? this.hub.sessions.get(this.hub.sessions.addressOf(interaction))?.cwd ?? '';
    // A request may gain details later; state from before is discarded.
    const key = JSON.stringify([
      may,
      cwd,
      interaction.kind,
      interaction.tool_name,
      interaction.input,
      interaction.suggestions,
      interaction.flags,
    ]);
    const known = this.#cards.get(interaction.id);
    if (known?.key === key) {
      known.card.card = card;
      return known.card;
    }
    const open = new Set(this.hub.inbox.cards.map((one) => one.interaction.id));
    for (const id of this.#cards.keys()) if (!open.has(id)) this.#cards.delete(id);
    const made = new InteractionCard(card, cwd, may, this.drafts.get(draftKey(interaction.id)));
    this.#cards.set(interaction.id, { key, card: made });
    return made;
  }

  #pressOne(key: Key): void {
    const letter = typed(key);
    const isSecond = this.now() - this.#leaderAt < PAIR_MS;
    this.#leaderAt = Number.NEGATIVE_INFINITY;
    this.#note = undefined;
    const { editor } = this.#screen;
    if (key.name === 'focus' || key.name === 'blur') this.hub.setForeground(key.name === 'focus');
    else if (key.name === 'ctrl-c') this.#pressCtrlC();
    else if (key.name === 'ctrl-g' && editor) this.#openEditor();
    else if (!editor && isSecond && PLACES[letter]) this.go(PLACES[letter]);
    else if (!editor && letter === 'g') this.#leaderAt = this.now();
    else if (!this.#screen.press(key)) this.#pressEverywhere(key, letter);
  }

  /** The mouse moves, scrolls and opens; answering takes a key. */
  #pressMouse({ name, row, column }: MouseKey): void {
    const step = name === 'wheel-up' ? -1 : 1;
    const screen = this.#screen;
    if (name === 'click') this.#click(row, column);
    else if (screen.scroll) screen.scroll(step * WHEEL_LINES);
    else screen.press({ name: step < 0 ? 'up' : 'down' });
  }

  /** Keys for every screen that does not use them itself. */
  #pressEverywhere(key: Key, letter: string): void {
    const isWriting = this.#screen.editor !== undefined;
    if (!isWriting && letter === 'q') this.back();
    // Esc goes back, but never quits.
    else if (key.name === 'escape' && this.#stack.length > 1) this.back();
    else if (key.name === 'ctrl-n' || key.name === 'ctrl-p')
      this.#nextSession(key.name === 'ctrl-n' ? 1 : -1);
    else if (!isWriting && letter === '?') this.go({ name: 'help' });
    else if (!isWriting && letter === '/') this.go({ name: 'search' });
  }

  /** Clears the input first; quits when pressed twice. */
  #pressCtrlC(): void {
    const { editor } = this.#screen;
    if (editor && editor.text !== '') editor.set('');
    else if (this.now() - this.#ctrlCAt < AGAIN_MS) this.#leave();
    else {
      this.#ctrlCAt = this.now();
      this.report('Press Ctrl-C again to quit.');
    }
  }

  /** Warns once if unsent prompts would be lost. */
  #leave(): void {
    const { held } = this.hub.outbox;
    if (held > 0 && !this.#isWarned) {
      this.#isWarned = true;
      const words = held === 1 ? 'A prompt has' : `${held} prompts have`;
      this.report(`${words} not reached the hub and would be lost. Press again to leave anyway.`, true);
    } else this.#options.onLeave();
  }

  #openEditor(): void {
    const { editor } = this.#screen;
    if (!editor) return;
    this.act(async () => editor.set((await this.#options.editText(editor.text)).replace(/\n$/, '')));
  }

  #nextSession(step: 1 | -1): void {
    const { sessions } = this.hub;
    const all = sessions.sessions;
    const open = this.#place.name === 'session' ? this.#place.id : undefined;
    const at = open === undefined ? -1 : all.findIndex((session) => isOfAddress(open, session));
    const next = all[at === -1 ? 0 : at + step];
    if (next) this.go({ name: 'session', id: sessions.addressOf(next) });
  }

  #noteLines(width: number): string[] {
    const note = this.#note;
    if (!note || note.until < this.now()) return [];
    const { fails, informs } = this.style;
    const words = `${note.isBad ? '! ' : ''}${note.words}`;
    return paragraphLines(words, width, note.isBad ? fails : informs, 1).slice(0, LONGEST_NOTE);
  }
}

/** Sessions use their id. */
function draftKey(requestId: string): string {
  return `request:${requestId}`;
}

function isMouse(key: Key): key is MouseKey {
  return key.name === 'click' || key.name === 'wheel-up' || key.name === 'wheel-down';
}
