/** Ends the running turn with Escape, as a person would, without ever pressing it twice on an idle box. */
import type { ClaudePane } from './claude-pane.ts';
import type { ClaudeScreen } from './screen/read-screen.ts';

/** Two Escapes within this time on an idle box clear a draft or open the rewind menu. */
const DOUBLE_TAP_MS = 2000;
/** A dialog ignores keys in its first moments, and in vim mode the first Escape only ends insert mode. */
const MOST_PRESSES = 4;
const TURN_ENDS_MS = 1500;

export class TurnInterrupter {
  readonly #pane: ClaudePane;
  #pressedAt = Number.NEGATIVE_INFINITY;

  constructor(pane: ClaudePane) {
    this.#pane = pane;
  }

  /** Also closes a dialog, which ends its turn. The end of the turn shows in the log. */
  interrupt(): Promise<void> {
    return this.#pane.exclusively(async () => {
      let isOver = isIdle(await this.#pane.look());
      // A turn may have just started although the screen looks idle. One Escape does no harm there.
      if (isOver && performance.now() - this.#pressedAt < DOUBLE_TAP_MS) return;
      for (let presses = 0; presses === 0 || (!isOver && presses < MOST_PRESSES); presses += 1) {
        this.#pressedAt = performance.now();
        await this.#pane.press('Escape');
        isOver = (await this.#pane.waitFor((screen) => isIdle(screen) || undefined, TURN_ENDS_MS)) ?? false;
      }
    });
  }
}

function isIdle({ isBusy, obstacle }: ClaudeScreen): boolean {
  return !isBusy && obstacle !== 'dialog';
}
