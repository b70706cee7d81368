/** One session: its conversation as it happens, what it waits for, what is queued, and where one writes to it. */
import { randomId } from '../../core/random-id.ts';
import type { Key } from '../../lib/read-keys.ts';
import type { Capability, SessionView } from '../../protocol/session.ts';
import { pause } from '../../sdk/backoff.ts';
import { type LiveSession, watchSession } from '../../sdk/live-session.ts';
import type { AskCard } from '../cards/ask-card.ts';
import { typed } from '../cards/ask-form.ts';
import { ConversationPane } from '../conversation/conversation-pane.ts';
import { editorLines } from '../editor/editor-lines.ts';
import type { TextEditor } from '../editor/text-editor.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { rule } from '../lines/spans.ts';
import { Composer, type ComposerContext } from '../session/composer.ts';
import { type Menu, MenuPane } from '../session/menu-pane.ts';
import { QueuePane } from '../session/queue-pane.ts';
import { sessionHead } from '../session/session-head.ts';
import { sessionMenu, takeOver } from '../session/session-menu.ts';
import type { Frame } from '../terminal/screen.ts';
import type { Area, Desk, TuiScreen } from './screen.ts';

/** A hub that did not tell of older turns is not asked again at once. */
const AGAIN_MS = 2000;
/** Of a session that is watched for days, rows beyond this are let go of while nobody looks at them. */
const MOST_ROWS = 2000;
const KEPT_ITEMS = 500;

export class SessionScreen implements TuiScreen {
  readonly id: string;
  readonly #desk: Desk;
  readonly #end = new AbortController();
  readonly #pane = new ConversationPane();
  readonly #composer: Composer;
  readonly #queue: QueuePane;
  #live: LiveSession | undefined;
  #problem = '';
  #isLoadingOlder = false;
  #zone: 'look' | 'write' | 'queue' = 'look';
  #menu: MenuPane | undefined;
  /** What could not be sent: tried again as the same message. */
  #unsent: { readonly id: string; readonly text: string } | undefined;

  constructor(desk: Desk, id: string) {
    this.#desk = desk;
    this.id = id;
    const { client } = desk.hub;
    this.#composer = new Composer(desk.drafts.get(id) ?? '', {
      ...{ client, sessionId: id },
      onChange: () => desk.redraw(),
    });
    this.#queue = new QueuePane(desk, id);
    void this.#watch();
  }

  close(): void {
    this.#end.abort();
    this.#desk.drafts.set(this.id, this.#composer.editor.text);
  }

  get editor(): TextEditor | undefined {
    if (this.#menu) return undefined;
    if (this.#zone === 'queue') return this.#queue.editor;
    return this.#zone === 'write' ? this.#composer.editor : this.#card()?.editor;
  }

  press(key: Key): boolean {
    const view = this.#live?.view;
    if (!view) return false;
    if (this.#menu) return this.#pressMenu(key, this.#menu);
    if (this.#zone === 'write') return this.#write(key, view);
    if (this.#zone === 'queue') {
      if (!this.#queue.editor && typed(key) === '?') return false;
      if (!this.#queue.press(key, view.messages)) this.#zone = 'look';
      return true;
    }
    const card = this.#card();
    const answer = card?.press(key, this.#desk.now()) ?? 'pass';
    if (card && typeof answer === 'object') this.#desk.hub.inbox.answer(card.id, answer);
    if (answer !== 'pass') return true;
    return this.#look(key, typed(key), view);
  }

  help(): readonly HelpEntry[] {
    const view = this.#live?.view;
    if (!view) return [['Esc', 'back']];
    if (this.#menu) return this.#menu.help();
    if (this.#zone === 'write') return this.#composer.help(contextOf(view));
    if (this.#zone === 'queue') return this.#queue.help();
    const card = this.#card();
    if (card?.editor) return card.help(this.#desk.now());
    const can = (one: Capability) => view.capabilities.includes(one);
    return [
      ...(card?.help(this.#desk.now()) ?? []),
      ...(this.#canWrite(view) ? [['c', 'write'] as const] : []),
      ...(this.#offer(view) ? [['r', this.#offer(view)?.label ?? ''] as const] : []),
      ...(isBusy(view) && can('interrupt') && !card ? [['x', 'interrupt'] as const] : []),
      ['j/k', 'move'],
      ['Enter', 'open'],
      ...(this.#queue.count(view.messages) > 0 ? [['u', 'queue'] as const] : []),
      ['m', 'menu'],
      ...(can('terminal') ? [['t', 'terminal'] as const] : []),
      ...(this.#pane.isAtEnd ? [] : [['G', 'latest'] as const]),
      ['q', 'back'],
    ];
  }

  frame({ width, height }: Area): Frame {
    const { style } = this.#desk;
    const view = this.#live?.view;
    if (!view) return { lines: ['', style.quiet(`  ${this.#problem || 'Opening the session'}`)] };
    this.#composer.history.offer(promptsOf(view));
    const head = [...sessionHead(view, width, style), rule('', width, style.quiet)];
    const bottom = this.#bottom(view, width, height);
    const room = Math.max(1, height - head.length - bottom.lines.length);
    const body = this.#pane.lines(view, width, room, style);
    if (this.#pane.isAtEnd && this.#pane.rowCount > MOST_ROWS) this.#live?.forgetOlder(KEPT_ITEMS);
    else this.#loadOlder(view);
    const top = [...head, ...body];
    const cursor = bottom.cursor && { row: top.length + bottom.cursor.row, column: bottom.cursor.column };
    return { lines: [...top, ...bottom.lines], cursor };
  }

  /** Everything below the conversation. */
  #bottom(view: SessionView, width: number, height: number): Frame {
    const { style } = this.#desk;
    const news = this.#pane.newsBelow(view);
    const lines = this.#pane.isAtEnd
      ? []
      : [style.informs(` ↓ ${news > 0 ? `${news} new below, ` : ''}G goes to the latest`)];
    if (this.#menu) return { lines: this.#menu.lines(width, height - 8) };
    const card = this.#card();
    let cursor: Frame['cursor'];
    if (card) {
      lines.push(rule('', width, style.waits));
      const most = Math.max(6, Math.floor((height - 6) * 0.65));
      const own = card.lines({
        style,
        width,
        height: most,
        now: this.#desk.now(),
        isFocused: this.#zone === 'look',
      });
      cursor = own.cursor && { row: lines.length + own.cursor.row, column: own.cursor.column };
      lines.push(...own.lines);
    }
    lines.push(...this.#queue.lines(view.messages, this.#zone === 'queue', width));
    const rewriting = this.#queue.editor;
    if (rewriting) {
      const { lines: written, cursor: place } = editorLines(rewriting, width - 1, 8);
      lines.push(rule('the queued message', width, style.informs));
      cursor = { row: lines.length + place.row, column: place.column };
      return { lines: [...lines, ...written], cursor };
    }
    if (!this.#canWrite(view)) return { lines: [...lines, ...this.#standstill(view, width)], cursor };
    const composer = this.#composer.lines(width, this.#zone === 'write', contextOf(view), style);
    if (this.#zone === 'write')
      cursor = { row: lines.length + composer.cursor.row, column: composer.cursor.column };
    // While something waits and nothing is written, the room is the card's.
    const isHidden = card !== undefined && this.#zone !== 'write' && this.#composer.editor.text === '';
    return { lines: [...lines, ...(isHidden ? [] : composer.lines)], cursor };
  }

  #standstill(view: SessionView, width: number): string[] {
    const { style, hub } = this.#desk;
    const words = !hub.maySteer
      ? 'This token may not write to sessions.'
      : (this.#offer(view)?.words ??
        (view.status === 'ended'
          ? 'This session has ended and cannot be resumed.'
          : 'It takes no messages.'));
    return [rule('', width, style.quiet), style.quiet(` ${words}`)];
  }

  async #watch(): Promise<void> {
    const { hub } = this.#desk;
    try {
      const live = await watchSession(hub.client, this.id, { signal: this.#end.signal });
      this.#live = live;
      live.onChange(() => this.#desk.redraw());
    } catch (error) {
      this.#problem = (error as Error).message;
    }
    this.#desk.redraw();
  }

  /** A reader who has come to the top wants what was before. */
  #loadOlder(view: SessionView): void {
    if (!this.#pane.isAtTop || view.older_before === undefined || this.#isLoadingOlder) return;
    this.#isLoadingOlder = true;
    const done = () => {
      this.#isLoadingOlder = false;
      this.#desk.redraw();
    };
    this.#live?.loadOlder().then(done, () => void pause(AGAIN_MS, this.#end.signal).then(done));
  }

  #look(key: Key, letter: string, view: SessionView): boolean {
    const { window } = this.#pane;
    const { hub } = this.#desk;
    const can = (one: Capability) => hub.maySteer && view.capabilities.includes(one);
    if (letter === 'j' || key.name === 'down') window.move(1);
    else if (letter === 'k' || key.name === 'up') window.move(-1);
    else if (key.name === 'page-down' || letter === ' ') window.page(1);
    else if (key.name === 'page-up') window.page(-1);
    else if (letter === 'G' || key.name === 'end') window.toEnd();
    else if (key.name === 'home') window.toTop();
    else if (key.name === 'enter') return this.#pane.toggle(view) || this.#startWriting(view);
    else if (letter === 'c' || letter === 'i') return this.#startWriting(view);
    else if (letter === 'x' && can('interrupt') && isBusy(view)) this.#interrupt();
    else if (letter === 'm') this.#openMenu(sessionMenu(view, this.#desk, this.#openMenu));
    else if (letter === 't') this.#desk.openTerminal(this.id);
    else if (letter === 'u' && this.#queue.count(view.messages) > 0) this.#zone = 'queue';
    else if (letter === 'r' && this.#offer(view)) this.#offer(view)?.run();
    else if (key.name === 'escape' && window.focus !== undefined) window.toEnd();
    else return false;
    return true;
  }

  #interrupt(): void {
    this.#desk.act(async () => {
      await this.#desk.hub.client.interrupt(this.id);
      this.#desk.tell('Interrupted');
    });
  }

  readonly #openMenu = (menu: Menu) => {
    if (menu.choices.length === 0)
      this.#desk.tell('There is nothing to be done with this session from here.');
    else this.#menu = new MenuPane(menu, this.#desk.style);
    this.#desk.redraw();
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

  #canWrite({ capabilities }: SessionView): boolean {
    return this.#desk.hub.maySteer && (capabilities.includes('prompt') || capabilities.includes('relay'));
  }

  #offer({ capabilities, continued_as, conflict }: SessionView) {
    const { hub } = this.#desk;
    if (continued_as || conflict || !hub.maySteer || capabilities.includes('prompt')) return undefined;
    if (capabilities.includes('resume'))
      return {
        words: 'This session has ended. r resumes it.',
        label: 'resume',
        run: () => this.#desk.act(async () => hub.sessions.put(await hub.client.resume(this.id))),
      };
    if (!capabilities.includes('takeover')) return undefined;
    return {
      words: 'This session runs in a terminal of its own. r takes it over.',
      label: 'take over',
      run: () => takeOver(this.#desk, this.id, this.#openMenu),
    };
  }

  #startWriting(view: SessionView): boolean {
    if (!this.#canWrite(view)) return false;
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
    const pressed = this.#composer.press(key, contextOf(view));
    if (typeof pressed === 'string') return pressed === 'none';
    const { text, when } = pressed;
    const id = this.#unsent?.text === text ? this.#unsent.id : randomId();
    this.#unsent = { id, text };
    this.#desk.act(async () => {
      await this.#desk.hub.client.send(this.id, { text, when, message_id: id });
      if (this.#composer.editor.text.trim() === text) this.#composer.clear();
      this.#unsent = undefined;
      this.#pane.window.toEnd();
    });
    return true;
  }

  #card(): AskCard | undefined {
    const [card] = this.#desk.hub.inbox.of(this.id);
    return card && this.#desk.focusCard(card);
  }
}

function isBusy({ status }: SessionView): boolean {
  return status === 'working' || status === 'waiting' || status === 'starting';
}

function contextOf(view: SessionView): ComposerContext {
  const can = (one: Capability) => view.capabilities.includes(one);
  return {
    isBusy: isBusy(view),
    canSteer: can('steer'),
    canInterrupt: can('interrupt'),
    isRelayed: !can('prompt'),
  };
}

function promptsOf({ turns }: SessionView): string[] {
  return turns.flatMap(({ prompt }) => (prompt?.kind === 'prompt' ? [prompt.text] : []));
}
