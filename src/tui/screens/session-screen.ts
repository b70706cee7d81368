/** One session: its live conversation, pending requests, queue and message field. */
import type { Key } from '../../lib/read-keys.ts';
import type { Capability, SessionView } from '../../protocol/session.ts';
import { makeOutgoing } from '../../sdk/outgoing.ts';
import type { InteractionCard } from '../cards/interaction-card.ts';
import { type FormLines, typed } from '../cards/interaction-form.ts';
import { ConversationPane } from '../conversation/conversation-pane.ts';
import type { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { paragraphLines } from '../lines/paragraph-lines.ts';
import { rule } from '../lines/spans.ts';
import { WatchedSession } from '../live/watched-session.ts';
import { belowConversation, LOW } from '../session/below-conversation.ts';
import { Composer } from '../session/composer.ts';
import { DetailsPane } from '../session/details-pane.ts';
import { type Menu, MenuPane } from '../session/menu-pane.ts';
import { QueuePane } from '../session/queue-pane.ts';
import { sessionHead } from '../session/session-head.ts';
import { sessionMenu } from '../session/session-menu.ts';
import {
  canWrite,
  composerContext,
  isBusy,
  isOffline,
  sessionOffer,
  standstillText,
} from '../session/writing-to.ts';
import type { Frame } from '../terminal/screen.ts';
import type { Area, ScreenContext, TuiScreen } from './screen.ts';

/** Minimum height of the conversation. */
const LEAST_ROWS = 3;

export class SessionScreen implements TuiScreen {
  readonly id: string;
  readonly #context: ScreenContext;
  readonly #session: WatchedSession;
  readonly #pane: ConversationPane;
  readonly #composer: Composer;
  readonly #queue: QueuePane;
  #zone: 'look' | 'write' | 'queue' = 'look';
  #menu: MenuPane | undefined;
  #details: DetailsPane | undefined;

  constructor(context: ScreenContext, id: string) {
    this.#context = context;
    this.id = id;
    const { client } = context.hub;
    const onChange = () => context.redraw();
    const source = { client, sessionId: id, onChange };
    this.#pane = new ConversationPane(source);
    this.#composer = new Composer(context.drafts.get(id) ?? '', source);
    this.#queue = new QueuePane(context, id, (text) => this.#takeUp(text));
    this.#session = new WatchedSession(client, id, onChange);
  }

  close(): void {
    this.#session.close();
    this.#context.drafts.set(this.id, this.#composer.editor.text);
  }

  get editor(): TextEditor | undefined {
    if (this.#menu) return this.#menu.editor;
    if (this.#details) return undefined;
    if (this.#zone === 'queue') return this.#queue.editor;
    return this.#zone === 'write' ? this.#composer.editor : this.#card()?.editor;
  }

  press(key: Key): boolean {
    const view = this.#session.view;
    if (!view) return false;
    if (this.#menu) return this.#pressMenu(key, this.#menu);
    if (this.#details) return this.#pressDetails(key, this.#details);
    if (this.#zone === 'write') return this.#write(key, view);
    if (this.#zone === 'queue') {
      if (!this.#queue.editor && typed(key) === '?') return false;
      if (!this.#queue.press(key, view.messages)) this.#zone = 'look';
      return true;
    }
    const card = this.#card();
    const answer = card?.press(key, this.#context.now()) ?? 'pass';
    if (card && typeof answer === 'object') this.#context.hub.inbox.answer(card.id, answer);
    if (answer !== 'pass') return true;
    return this.#look(key, typed(key), view);
  }

  help(): readonly HelpEntry[] {
    const view = this.#session.view;
    if (!view) return [['Esc', 'back']];
    if (this.#menu) return this.#menu.help();
    if (this.#details) return this.#details.help();
    if (this.#zone === 'write') return this.#composer.help(composerContext(view, this.#context));
    if (this.#zone === 'queue') return this.#queue.help();
    const card = this.#card();
    if (card?.editor) return card.help(this.#context.now());
    const can = (one: Capability) => view.capabilities.includes(one);
    const offer = this.#offer(view);
    const own: readonly HelpEntry[] = [
      ...(canWrite(view, this.#context) ? [['c', 'write'] as const] : []),
      ...(offer ? [['r', offer.label] as const] : []),
      ...(isBusy(view) && can('interrupt') && !card ? [['x', 'interrupt'] as const] : []),
      ['j/k', 'move'],
      ['Enter', 'open'],
      ...(this.#queue.count(view.messages) > 0 ? [['u', 'queue'] as const] : []),
      ['m', 'menu'],
      ['v', 'details'],
      ...(can('terminal') ? [['t', 'terminal'] as const] : []),
      ...(this.#pane.isAtEnd ? [] : [['G', 'latest'] as const]),
      ['q', 'back', 'always'],
    ];
    const first = card?.help(this.#context.now()) ?? [];
    // Keys of the card have no other effect.
    const taken = new Set(first.map(([key]) => key));
    return [...first, ...own.filter(([key]) => !taken.has(key))];
  }

  frame({ width, height }: Area): Frame {
    const { style } = this.#context;
    const { view, problem } = this.#session;
    if (!view)
      return { lines: ['', ...paragraphLines(problem || 'Opening the session…', width, style.quiet)] };
    this.#composer.history.offer(promptsOf(view));
    const isLow = height < LOW;
    const head = sessionHead(view, {
      ...{ width, style, isLow },
      now: this.#context.now(),
      hosts: this.#context.hub.hosts,
    });
    if (this.#details)
      return { lines: [...head, ...this.#details.lines(view, { width, height: height - head.length })] };
    const area = { width, height: height - head.length - (isLow ? 1 : LEAST_ROWS) };
    const bottom = this.#below(view, area);
    const room = Math.max(1, height - head.length - bottom.lines.length);
    const top = [...head, ...this.#pane.lines(view, width, room, style)];
    this.#session.follow(this.#pane);
    const cursor = bottom.cursor && { row: top.length + bottom.cursor.row, column: bottom.cursor.column };
    const clicks = new Map<number, () => void>();
    for (let row = 0; row < room; row++) clicks.set(head.length + row, () => this.#clickRow(row, view));
    // A click on the message field, which is the lowest part, starts writing.
    if (!this.#menu && !this.#card()) {
      for (let row = bottom.lines.length - 2; row < bottom.lines.length; row++) {
        clicks.set(top.length + row, () => this.#startWriting(view));
      }
    }
    return { lines: [...top, ...bottom.lines], cursor, clicks };
  }

  scroll(lines: number): void {
    if (this.#menu || this.#details) {
      this.press({ name: lines < 0 ? 'up' : 'down' });
      return;
    }
    this.#pane.window.scroll(lines);
  }

  /** The first click on a row focuses it, the next one opens it. */
  #clickRow(row: number, view: SessionView): void {
    if (this.#menu) return;
    this.#zone = 'look';
    if (this.#pane.focusLine(row)) this.#pane.toggle(view);
  }

  /** Everything below the conversation. */
  #below(view: SessionView, area: Area): Frame {
    const { style } = this.#context;
    const { width } = area;
    if (this.#menu) return this.#menu.lines(width, area.height - 1);
    const card = this.#card();
    const isWriting = this.#zone === 'write';
    const news = this.#pane.newsBelow(view);
    // A pending card gets the space of an empty message field.
    const isHidden = canWrite(view, this.#context) && card && !isWriting && this.#composer.editor.text === '';
    const parts = {
      news: this.#pane.isAtEnd
        ? undefined
        : ` ↓ ${this.#pane.place(view)}${news > 0 ? `, ${news} new` : ''}. G jumps to latest`,
      card: card && ((height: number) => card.lines({ style, width, height, ...this.#cardLook() })),
      queue: (height: number) => this.#queue.lines(view.messages, this.#zone === 'queue', width, height),
      rewriting: this.#queue.editor,
      foot: isHidden ? undefined : (height: number) => this.#foot(view, { width, height }),
      zone: this.#zone,
    };
    return belowConversation(parts, area, style);
  }

  #cardLook() {
    return { now: this.#context.now(), isFocused: this.#zone === 'look' };
  }

  #foot(view: SessionView, area: Area): FormLines {
    const { style } = this.#context;
    if (canWrite(view, this.#context))
      return this.#composer.lines(area, this.#zone === 'write', composerContext(view, this.#context), style);
    const words = standstillText(view, this.#context, this.#offer(view));
    return {
      lines: [rule('', area.width, style.quiet), ...paragraphLines(words, area.width, style.quiet, 1)],
    };
  }

  #look(key: Key, letter: string, view: SessionView): boolean {
    const { window } = this.#pane;
    const { hub } = this.#context;
    const can = (one: Capability) => hub.maySteer() && view.capabilities.includes(one);
    if (letter === 'j' || key.name === 'down') window.move(1);
    else if (letter === 'k' || key.name === 'up') window.move(-1);
    else if (key.name === 'page-down' || letter === ' ') window.page(1);
    else if (key.name === 'page-up') window.page(-1);
    else if (letter === 'G' || key.name === 'end') window.toEnd();
    else if (key.name === 'home') window.toTop();
    else if (key.name === 'enter') return this.#pane.toggle(view) || this.#startWriting(view);
    else if (letter === 'c' || letter === 'i') return this.#startWriting(view);
    else if (letter === 'x' && can('interrupt') && isBusy(view)) this.#interrupt();
    else if (letter === 'm') this.#openMenu(sessionMenu(view, this.#context, this.#openMenu));
    else if (letter === 'v') this.#details = new DetailsPane(this.#context);
    else if (letter === 't') this.#context.openTerminal(this.id);
    else if (letter === 'u' && this.#queue.count(view.messages) > 0) this.#zone = 'queue';
    else if (letter === 'r' && this.#offer(view)) this.#offer(view)?.run();
    else if (key.name === 'escape' && window.focus !== undefined) window.toEnd();
    else return false;
    return true;
  }

  #interrupt(): void {
    this.#context.act(async () => {
      await this.#context.hub.client.interrupt(this.id);
      this.#context.report('Interrupted');
    });
  }

  readonly #openMenu = (menu: Menu) => {
    if (menu.choices.length === 0 && !menu.field)
      this.#context.report('No actions are available for this session.');
    else {
      this.#details = undefined;
      this.#menu = new MenuPane(menu, this.#context.style);
    }
    this.#context.redraw();
  };

  #pressMenu(key: Key, menu: MenuPane): boolean {
    const chosen = menu.press(key);
    if (chosen === 'none') return true;
    if (chosen === 'pass') return false;
    this.#menu = undefined;
    const more = chosen === 'close' ? undefined : chosen();
    if (more) this.#openMenu(more);
    return true;
  }

  #pressDetails(key: Key, details: DetailsPane): boolean {
    const pressed = details.press(key);
    if (pressed === 'close') this.#details = undefined;
    return pressed !== 'pass';
  }

  #offer(view: SessionView) {
    return sessionOffer(view, this.#context, this.#openMenu);
  }

  #startWriting(view: SessionView): boolean {
    if (!canWrite(view, this.#context)) return false;
    this.#zone = 'write';
    return true;
  }

  #write(key: Key, view: SessionView): boolean {
    if (key.name === 'escape') {
      if (!this.#composer.closeList()) this.#zone = 'look';
      return true;
    }
    if (key.name === 'page-up' || key.name === 'page-down') {
      this.#pane.window.page(key.name === 'page-up' ? -1 : 1);
      return true;
    }
    const pressed = this.#composer.press(key, composerContext(view, this.#context));
    if (typeof pressed === 'string') return pressed === 'none';
    const outgoing = makeOutgoing(pressed.text, [], pressed.when);
    const isAway = isOffline(view, this.#context);
    this.#context.hub.outbox.send(this.id, { ...outgoing, ...(isAway && { deliver_when_back: true }) });
    this.#composer.clear();
    this.#pane.window.toEnd();
    return true;
  }

  /** Puts a cancelled message back into the field, above any newer draft. */
  #takeUp(text: string): void {
    const { editor } = this.#composer;
    editor.set([text, editor.text].filter(Boolean).join('\n'));
    this.#zone = 'write';
  }

  #card(): InteractionCard | undefined {
    const [card] = this.#context.hub.inbox.of(this.id);
    return card && this.#context.focusCard(card);
  }
}

function promptsOf({ turns }: SessionView): string[] {
  return turns.flatMap(({ prompt }) => (prompt?.kind === 'prompt' ? [prompt.text] : []));
}
