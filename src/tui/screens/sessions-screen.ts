/** Sessions in groups with their live status; filters by text and status. */
import { type Filter, groupSessions } from '../../core/group-sessions.ts';
import { isOfAddress } from '../../core/session-address.ts';
import { projectName } from '../../core/wording/shown-path.ts';
import type { Key } from '../../lib/read-keys.ts';
import type { Session } from '../../protocol/session.ts';
import { typed } from '../cards/interaction-form.ts';
import { editorLines } from '../editor/editor-lines.ts';
import { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { listWindow, moved } from '../lines/list-window.ts';
import { paragraphLines } from '../lines/paragraph-lines.ts';
import { lineOf, span } from '../lines/spans.ts';
import { sessionLine } from '../session/session-line.ts';
import type { Clicks, Frame } from '../terminal/screen.ts';
import type { Area, ScreenContext, TuiScreen } from './screen.ts';

const FILTERS: readonly Filter[] = ['all', 'waiting', 'running', 'idle', 'ended'];

export class SessionsScreen implements TuiScreen {
  readonly #context: ScreenContext;
  readonly #words = new TextEditor();
  #isWriting = false;
  #filter: Filter = 'all';
  #focus: string | undefined;
  #at = 0;

  constructor(context: ScreenContext) {
    this.#context = context;
  }

  get editor(): TextEditor | undefined {
    return this.#isWriting ? this.#words : undefined;
  }

  press(key: Key): boolean {
    if (this.#isWriting) return this.#write(key);
    const letter = typed(key);
    const { sessions } = this.#context.hub;
    if (letter === 'j' || key.name === 'down') this.#move(1);
    else if (letter === 'k' || key.name === 'up') this.#move(-1);
    else if (key.name === 'page-down') this.#move(10);
    else if (key.name === 'page-up') this.#move(-10);
    else if (key.name === 'enter') this.#open();
    else if (letter === '/') this.#isWriting = true;
    else if (letter === 'f')
      this.#filter = FILTERS[(FILTERS.indexOf(this.#filter) + 1) % FILTERS.length] ?? 'all';
    else if (letter === 'o' && sessions.hasMore) this.#context.act(() => sessions.loadMore());
    else return false;
    return true;
  }

  help(): readonly HelpEntry[] {
    if (this.#isWriting)
      return [
        ['Enter', 'done'],
        ['Esc', 'clear filter'],
      ];
    return [
      ['j/k', 'move'],
      ['Enter', 'open'],
      ['/', 'filter'],
      ['f', 'status'],
      ...(this.#context.hub.sessions.hasMore ? [['o', 'older'] as const] : []),
      ['g n', 'new'],
      ['g i', 'inbox', 'always'],
      ['g f', 'search', 'always'],
      ['q', 'back', 'always'],
    ];
  }

  frame({ width, height }: Area): Frame {
    const { style } = this.#context;
    const written = editorLines(this.#words, width - 9, 1, '');
    const words = written.lines[0] ?? '';
    const chips = FILTERS.map((one) => (one === this.#filter ? `[${one}]` : ` ${one} `)).join(' ');
    const isShown = this.#isWriting || words !== '';
    const head = [
      isShown
        ? lineOf([span(' Filter ', style.quiet), span(words)], width)
        : lineOf([span(` ${chips}`, style.quiet)], width),
    ];
    const list = this.#list(width, height - head.length);
    const cursor = this.#isWriting ? { row: 0, column: 8 + written.cursor.column } : undefined;
    const clicks = new Map([...list.clicks].map(([row, open]) => [row + head.length, open]));
    return { lines: [...head, ...list.lines], cursor, clicks };
  }

  #list(width: number, height: number): { lines: string[]; clicks: Clicks } {
    const { style } = this.#context;
    const groups = this.#groups();
    const focused = this.#focused();
    const entries = groups.flatMap(({ name, cwd, sessions }) =>
      sessions.map((session, index) => ({
        session,
        lines: [
          ...(index === 0 ? ['', lineOf([span(` ${name}`, style.strong)], width)] : []),
          sessionLine(session, {
            style,
            width,
            now: this.#context.now(),
            host: this.#context.hub.hosts.nameOf(session),
            project: cwd === undefined ? projectName(session.cwd) : undefined,
            isFocused: session === focused,
          }),
        ],
      })),
    );
    if (entries.length === 0)
      return { lines: ['', ...paragraphLines(this.#emptyText(), width, style.quiet)], clicks: new Map() };
    const at = entries.findIndex(({ session }) => session === focused);
    const { lines, owners } = listWindow(
      entries.map((entry) => entry.lines),
      at,
      height,
    );
    const clicks = owners.flatMap((owner, row): [number, () => void][] => {
      const session = entries[owner]?.session;
      return session ? [[row, () => this.#openSession(session)]] : [];
    });
    return { lines, clicks: new Map(clicks) };
  }

  #emptyText(): string {
    const { sessions } = this.#context.hub;
    if (!sessions.isLoaded) return 'Loading sessions…';
    if (sessions.sessions.length > 0) return 'No matching sessions';
    return 'No sessions yet. Start Claude Code in any terminal; its session appears here.';
  }

  #groups() {
    return groupSessions(this.#context.hub.sessions.sessions, this.#filter, this.#words.text);
  }

  get #all(): Session[] {
    return this.#groups().flatMap(({ sessions }) => sessions);
  }

  /** Keeps the focus on its session while the list changes. */
  #focused(): Session | undefined {
    const all = this.#all;
    const focus = this.#focus;
    const known = focus === undefined ? -1 : all.findIndex((session) => isOfAddress(focus, session));
    this.#at = known === -1 ? moved(this.#at, 0, all.length) : known;
    return all[this.#at];
  }

  #move(step: number): void {
    const all = this.#all;
    this.#focused();
    this.#at = moved(this.#at, step, all.length);
    const session = all[this.#at];
    this.#focus = session && this.#context.hub.sessions.addressOf(session);
  }

  #open(): void {
    const session = this.#focused();
    if (session) this.#openSession(session);
  }

  #openSession(session: Session): void {
    const id = this.#context.hub.sessions.addressOf(session);
    this.#focus = id;
    this.#context.go({ name: 'session', id });
  }

  #write(key: Key): boolean {
    if (key.name === 'escape') this.#words.set('');
    if (key.name === 'escape' || key.name === 'enter') this.#isWriting = false;
    else if (key.name === 'down') this.#move(1);
    else if (key.name === 'up') this.#move(-1);
    else return this.#words.press(key);
    return true;
  }
}
