/** A pane's terminal for viewers elsewhere: its picture, and keys that come one after the other and never amid our own. */
import type { RunTerminal, TerminalView, TerminalViewer } from '../../run-terminal.ts';
import type { Pane } from '../pane.ts';
import { TerminalMirror } from './terminal-mirror.ts';

export interface PaneTerminalOptions {
  readonly pane: Pane;
  readonly attachCommand: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Runs an action while nobody else presses keys. */
  readonly exclusively: <T>(act: () => Promise<T>) => Promise<T>;
  /** Whether the window is ours to size. */
  readonly isOwn: boolean;
}

export class PaneTerminal implements RunTerminal {
  readonly #options: PaneTerminalOptions;
  readonly #mirror: TerminalMirror;

  constructor(options: PaneTerminalOptions) {
    this.#options = options;
    const { pane, attachCommand, env } = options;
    // A hub that was itself started inside tmux is not to be taken for nested.
    const { TMUX: _, ...outside } = env;
    this.#mirror = new TerminalMirror({ pane: pane.id, attachCommand, env: outside });
  }

  open(viewer: TerminalViewer): TerminalView {
    return this.#mirror.open(viewer);
  }

  type(data: string): Promise<void> {
    const { pane, exclusively } = this.#options;
    return exclusively(() => pane.type(data));
  }

  paste(text: string): Promise<void> {
    const { pane, exclusively } = this.#options;
    return exclusively(() => pane.paste(text));
  }

  async fit(size: { readonly columns: number; readonly rows: number }): Promise<void> {
    if (this.#options.isOwn) await this.#options.pane.fit(size);
  }
}
