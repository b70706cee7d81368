/** The conversation of one session on the screen: its rows, which of them are open, and the part that is seen. */
import { type Row, toRows } from '../../core/conversation/rows.ts';
import type { Style } from '../../lib/style.ts';
import type { Agent, SessionView } from '../../protocol/session.ts';
import { ConversationWindow } from './conversation-window.ts';
import type { Fold } from './fold.ts';
import { LineCache } from './line-cache.ts';
import { canOpen, type RowLayout } from './row-lines.ts';

type Shown = Pick<
  SessionView,
  'turns' | 'streaming_text' | 'streaming_item' | 'cwd' | 'status' | 'interactions' | 'agents'
>;

/** Where the mark of the row in focus stands. */
const GUTTER = 2;

export class ConversationPane {
  readonly window = new ConversationWindow();
  readonly #cache = new LineCache();
  readonly #folds = new Map<string, Fold>();
  #made: { view: Shown; rows: readonly Row[] } | undefined;
  #isAtEnd = true;
  #isAtTop = false;
  /** How many rows there were when the reader left the end. */
  #seen = 0;

  /** The beginning of what is known is in sight: older pages may be wanted. */
  get isAtTop(): boolean {
    return this.#isAtTop;
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** How many rows are known. */
  get rowCount(): number {
    return this.#made?.rows.length ?? 0;
  }

  lines(view: Shown, width: number, height: number, style: Style): string[] {
    const rows = this.#rowsOf(view);
    const layout = layoutOf(view, width - GUTTER, style);
    const shown = this.window.show(rows, height, (row) =>
      this.#cache.linesOf(row, this.#folds.get(row.id) ?? 'closed', layout),
    );
    this.#isAtEnd = shown.isAtEnd;
    this.#isAtTop = shown.isAtTop;
    if (shown.isAtEnd) this.#seen = rows.length;
    const focused = rows.findIndex(({ id }) => id === this.window.focus);
    const lines = shown.lines.map(
      ({ text, row, isFirst }) => `${row === focused ? (isFirst ? '> ' : '│ ') : '  '}${text}`,
    );
    // A short conversation begins at the top; a long one ends at the bottom.
    const blank = Array.from({ length: Math.max(0, height - lines.length) }, () => '');
    return [...lines, ...blank];
  }

  /** `3 new` below what is seen. */
  newsBelow(view: Shown): number {
    return this.#isAtEnd ? 0 : Math.max(0, this.#rowsOf(view).length - this.#seen);
  }

  /** Opens the row in focus a step further, then closes it. */
  toggle(view: Shown): boolean {
    const row = this.#rowsOf(view).find(({ id }) => id === this.window.focus);
    if (!row || !canOpen(row)) return false;
    const next = { closed: 'open', open: 'whole', whole: 'closed' } as const;
    this.#folds.set(row.id, next[this.#folds.get(row.id) ?? 'closed']);
    return true;
  }

  #rowsOf(view: Shown): readonly Row[] {
    if (this.#made?.view !== view) {
      this.#made = { view, rows: toRows(view) };
      this.#cache.forgetOthers(this.#made.rows);
    }
    return this.#made.rows;
  }
}

function layoutOf({ cwd, status, interactions, agents }: Shown, width: number, style: Style): RowLayout {
  const asking = interactions.flatMap(({ state, tool_use_id }) =>
    state === 'open' && tool_use_id !== undefined ? [tool_use_id] : [],
  );
  const byCall = agents.flatMap((agent): [string, Agent][] =>
    agent.tool_use_id === undefined ? [] : [[agent.tool_use_id, agent]],
  );
  return {
    ...{ style, width, cwd },
    asking: new Set(asking),
    isBusy: status !== 'idle' && status !== 'ended',
    agents: new Map(byCall),
  };
}
