/**
 * A pane's terminal for viewers elsewhere: its picture, and keys that come one after the other and never amid our own. A size that
 * suits a viewer holds while somebody looks: the narrow screen of a phone is not left behind.
 */
import type { RunTerminal, TerminalView, TerminalViewer } from '../../run-terminal.ts';
import type { ClaudePane } from '../claude-pane.ts';
import type { Pane } from '../pane.ts';
import { STATE_FORMAT } from './snapshot.ts';
import { type Pace, TerminalMirror } from './terminal-mirror.ts';

export interface PaneTerminalOptions {
  readonly pane: Pane;
  /** Keeps keys apart, and knows whether the terminal is Claude Code's now. */
  readonly claude: Pick<ClaudePane, 'exclusively' | 'isShown' | 'requireShown'>;
  /** Whether it is a pane of the hub's own server: its size is ours to choose, and asking takes no process. */
  readonly isOwn: boolean;
}

const OWN_PACE: Pace = { expectantMs: 5, changingMs: 50, idleMs: 250 };
const FOREIGN_PACE: Pace = { expectantMs: 10, changingMs: 100, idleMs: 500 };

type Size = Parameters<RunTerminal['fit']>[0];

export class PaneTerminal implements RunTerminal {
  readonly #options: PaneTerminalOptions;
  readonly #mirror: TerminalMirror;
  /** The size before the first viewer had a wish. */
  #before: Size | undefined;

  constructor(options: PaneTerminalOptions) {
    this.#options = options;
    const { pane, claude, isOwn } = options;
    this.#mirror = new TerminalMirror({
      capture: (history) => pane.capture(STATE_FORMAT, history),
      isShown: () => claude.isShown(),
      pace: isOwn ? OWN_PACE : FOREIGN_PACE,
    });
  }

  open(viewer: TerminalViewer): TerminalView {
    this.#options.claude.requireShown();
    const view = this.#mirror.open(viewer);
    return {
      close: () => {
        view.close();
        if (!this.#mirror.isWatched) void this.#giveBackSize();
      },
    };
  }

  type(data: string): Promise<void> {
    return this.#press((pane) => pane.type(data));
  }

  paste(text: string): Promise<void> {
    return this.#press((pane) => pane.paste(text));
  }

  async fit(size: Size): Promise<void> {
    const { pane, isOwn } = this.#options;
    if (!isOwn) return;
    const before = this.#before ?? (await pane.screen());
    // Two wishes may come together: what was before both of them counts.
    this.#before ??= before;
    await pane.fit(size);
    this.#mirror.expectChange();
    // Whoever had the wish may have left meanwhile.
    if (!this.#mirror.isWatched) await this.#giveBackSize();
  }

  /** Never into a shell. */
  #press(act: (pane: Pane) => Promise<void>): Promise<void> {
    const { pane, claude } = this.#options;
    return claude.exclusively(async () => {
      claude.requireShown();
      await act(pane);
      this.#mirror.expectChange();
    });
  }

  async #giveBackSize(): Promise<void> {
    const before = this.#before;
    this.#before = undefined;
    // A pane that is gone has no size.
    if (before) await this.#options.pane.fit(before).catch(() => {});
  }
}
