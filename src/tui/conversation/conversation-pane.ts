/** The conversation of one session: its rows, which are open, and the visible part. */
import { toRows } from '../../core/conversation/rows.ts';
import type { Style } from '../../lib/style.ts';
import type { SessionView } from '../../protocol/session.ts';
import { AgentThreads, type ThreadSource } from './agent-threads.ts';
import { ConversationWindow } from './conversation-window.ts';
import { LineCache } from './line-cache.ts';
import { type PaneRow, paneRows } from './pane-rows.ts';
import { canOpen, type RowLayout } from './row-lines.ts';
import type { Fold } from './tool-lines.ts';

type Shown = Pick<
  SessionView,
  'turns' | 'streaming_text' | 'streaming_item' | 'cwd' | 'status' | 'interactions' | 'agents'
>;

/** Width of the focus marker. */
const GUTTER = 2;

export class ConversationPane {
  readonly window = new ConversationWindow<PaneRow>();
  readonly #cache = new LineCache();
  readonly #threads: AgentThreads;
  readonly #folds = new Map<string, Fold>();
  #made: { readonly view: Shown; readonly rows: readonly PaneRow[]; readonly count: number } | undefined;
  #isAtEnd = true;
  #isAtTop = false;
  /** The row of each visible line. */
  #shown: readonly string[] = [];
  /** Rows below the visible part, and how much of all rows is above its end. */
  #below = 0;
  #share = 1;
  /** The number of rows when the reader left the end. */
  #seen = 0;

  constructor(source: ThreadSource) {
    const onChange = () => {
      this.#made = undefined;
      source.onChange();
    };
    this.#threads = new AgentThreads({ ...source, onChange });
  }

  /** Whether the first known row is visible, so that older pages may be needed. */
  get isAtTop(): boolean {
    return this.#isAtTop;
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** Where the reader is: in percent, or until all rows are known, how far from the end. */
  place({ older_before }: Pick<SessionView, 'older_before'>): string {
    if (older_before === undefined) return `${Math.floor(100 * this.#share)}%`;
    return this.#below === 1 ? '1 row below' : `${this.#below} rows below`;
  }

  /** The number of known rows of the session itself. */
  get rowCount(): number {
    return this.#made?.count ?? 0;
  }

  lines(view: Shown, width: number, height: number, style: Style): string[] {
    const rows = this.#rowsOf(view);
    const layout = layoutOf(view, width - GUTTER, style);
    const shown = this.window.show(rows, height, (row) =>
      this.#cache.linesOf(row, this.#foldOf(row.id), layout),
    );
    this.#isAtEnd = shown.isAtEnd;
    this.#isAtTop = shown.isAtTop;
    this.#below = rows.length - 1 - (shown.lines.at(-1)?.row ?? rows.length - 1);
    this.#share = shown.share;
    if (shown.isAtEnd) this.#seen = rows.length;
    this.#shown = shown.lines.map(({ row }) => rows[row]?.id ?? '');
    const focused = rows.findIndex(({ id }) => id === this.window.focus);
    const lines = shown.lines.map(
      ({ text, row, isFirst }) => `${row === focused ? (isFirst ? '> ' : '│ ') : '  '}${text}`,
    );
    // A short conversation starts at the top; a long one ends at the bottom.
    const blank = Array.from({ length: Math.max(0, height - lines.length) }, () => '');
    return [...lines, ...blank];
  }

  /** The number of new rows below the visible part. */
  newsBelow(view: Shown): number {
    return this.#isAtEnd ? 0 : Math.max(0, this.#rowsOf(view).length - this.#seen);
  }

  /** Focuses the row at this line. Returns whether it had the focus before. */
  focusLine(line: number): boolean {
    const id = this.#shown[line];
    const hadFocus = id !== undefined && id === this.window.focus;
    if (id) this.window.focusRow(id);
    return hadFocus;
  }

  /** Opens the focused row one step further, then closes it; rows above it do not move. */
  toggle(view: Shown): boolean {
    const found = this.#rowsOf(view).find(({ id }) => id === this.window.focus);
    if (!found || !canOpen(found.row)) return false;
    const { id, row } = found;
    const isShort = row.kind === 'agent';
    const next = { closed: 'open', open: isShort ? 'closed' : 'whole', whole: 'closed' } as const;
    const fold = next[this.#foldOf(id)];
    this.window.holdWhile(() => this.#folds.set(id, fold));
    if (row.kind !== 'agent') return true;
    if (fold === 'open') this.#threads.forget(row.agent);
    this.#made = undefined;
    return true;
  }

  #foldOf(id: string): Fold {
    return this.#folds.get(id) ?? 'closed';
  }

  #rowsOf(view: Shown): readonly PaneRow[] {
    if (this.#made?.view !== view) {
      const own = toRows(view);
      const rows = paneRows(own, view.agents, (agent, id) =>
        this.#foldOf(id) === 'closed' ? undefined : this.#threads.of(agent),
      );
      this.#made = { view, rows, count: own.length };
      this.#cache.forgetOthers(rows);
    }
    return this.#made.rows;
  }
}

function layoutOf({ cwd, status, interactions }: Shown, width: number, style: Style): RowLayout {
  const asking = interactions.flatMap(({ state, tool_use_id }) =>
    state === 'open' && tool_use_id !== undefined ? [tool_use_id] : [],
  );
  return {
    style,
    width,
    cwd,
    asking: new Set(asking),
    isBusy: status !== 'idle' && status !== 'ended',
  };
}
