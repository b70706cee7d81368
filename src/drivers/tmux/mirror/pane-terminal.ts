/**
 * A pane's terminal for remote viewers: its picture, and keys in order, never mixed with the hub's own. A viewer's size
 * applies only while someone is viewing: the narrow screen of a phone is not left behind.
 */
import type { RunTerminal, TerminalView, TerminalViewer } from '../../run-terminal.ts';
import type { ClaudePane } from '../claude-pane.ts';
import type { Pane } from '../pane.ts';
import { STATE_FORMAT } from './snapshot.ts';
import { type Pace, TerminalMirror } from './terminal-mirror.ts';

export interface PaneTerminalOptions {
  readonly pane: Pane;
  /** Serializes keys, and knows whether Claude Code has the terminal now. */
  readonly claude: Pick<ClaudePane, 'exclusively' | 'isShown' | 'requireShown'>;
  /** Whether the pane is on the hub's own server: the hub may choose its size, and queries take no process. */
  readonly isOwn: boolean;
}

const OWN_PACE: Pace = { expectantMs: 5, changingMs: 50, idleMs: 250 };
const FOREIGN_PACE: Pace = { expectantMs: 10, changingMs: 100, idleMs: 500 };

type Size = Parameters<RunTerminal['fit']>[0];

export class PaneTerminal implements RunTerminal {
  readonly #options: PaneTerminalOptions;
  readonly #mirror: TerminalMirror;
  /** The size before the first viewer changed it. */
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
    // Two changes may coincide: keep the size from before both.
    this.#before ??= before;
    await pane.fit(size);
    this.#mirror.expectChange();
    // The viewer may have left in the meantime.
    if (!this.#mirror.isWatched) await this.#giveBackSize();
  }

  /** Never type into a shell. */
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
    // A closed pane has no size.
    if (before) await this.#options.pane.fit(before).catch(() => {});
  }
}
