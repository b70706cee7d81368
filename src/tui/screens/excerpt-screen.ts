/** The conversation up to a search result. */
import type { Key } from '../../lib/read-keys.ts';
import type { SessionView, Turn } from '../../protocol/session.ts';
import { typed } from '../cards/interaction-form.ts';
import { ConversationPane } from '../conversation/conversation-pane.ts';
import type { HelpEntry } from '../help/help-line.ts';
import { paragraphLines } from '../lines/paragraph-lines.ts';
import { LOW } from '../session/below-conversation.ts';
import { sessionHead } from '../session/session-head.ts';
import type { Frame } from '../terminal/screen.ts';
import type { Area, ScreenContext, TuiScreen } from './screen.ts';

const PAGE = 30;

export class ExcerptScreen implements TuiScreen {
  readonly editor = undefined;
  readonly #context: ScreenContext;
  readonly #id: string;
  readonly #agent: string | undefined;
  readonly #pane: ConversationPane;
  #view: SessionView | undefined;
  #olderBefore: number | undefined;
  #isLoading = false;
  #problem = '';

  constructor(context: ScreenContext, id: string, position: number, agent: string | undefined) {
    this.#context = context;
    this.#id = id;
    this.#agent = agent;
    const { client } = context.hub;
    this.#pane = new ConversationPane({ client, sessionId: id, onChange: () => context.redraw() });
    void this.#load(position + 1);
  }

  press(key: Key): boolean {
    const { window } = this.#pane;
    const letter = typed(key);
    if (letter === 'j' || key.name === 'down') window.move(1);
    else if (letter === 'k' || key.name === 'up') window.move(-1);
    else if (key.name === 'page-down' || letter === ' ') window.page(1);
    else if (key.name === 'page-up') window.page(-1);
    else if (letter === 'o') this.#context.go({ name: 'session', id: this.#id });
    else if (key.name === 'enter' && this.#view)
      this.#pane.toggle(this.#view) || this.#context.go({ name: 'session', id: this.#id });
    else return false;
    return true;
  }

  help(): readonly HelpEntry[] {
    return [
      ['j/k', 'move'],
      ['PgUp', 'earlier rows'],
      ['Enter', 'open a row'],
      ['o', 'open the session'],
      ['Esc', 'back to search'],
    ];
  }

  frame({ width, height }: Area): Frame {
    const { style } = this.#context;
    const view = this.#view;
    if (!view) return { lines: ['', ...paragraphLines(this.#problem || 'Loading…', width, style.quiet)] };
    const words = 'up to the search result';
    const head = sessionHead(view, {
      ...{ width, style, words },
      now: this.#context.now(),
      hosts: this.#context.hub.hosts,
      isLow: height < LOW,
    });
    const lines = [...head, ...this.#pane.lines(view, width, height - head.length, style)];
    if (this.#pane.isAtTop && this.#olderBefore !== undefined) void this.#load(this.#olderBefore);
    return { lines };
  }

  /** Loads the page before this position and prepends it. */
  async #load(before: number): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      const { client } = this.#context.hub;
      const agent = this.#agent === undefined ? {} : { agent: this.#agent };
      const page = await client.turns(this.#id, { before, limit: PAGE, ...agent });
      const known: readonly Turn[] = this.#view?.turns ?? [];
      const { streaming_text: _, streaming_item: __, ...view } = this.#view ?? (await client.get(this.#id));
      this.#olderBefore = page.older_before;
      this.#view = { ...view, turns: [...page.turns, ...known] };
    } catch (error) {
      this.#problem = (error as Error).message;
    }
    this.#isLoading = false;
    this.#context.redraw();
  }
}
