/** Changes the permission mode with shift+tab, which cycles through the modes that the session may have. */
import { ReinsError } from '../../protocol/errors.ts';
import type { ClaudePane } from './claude-pane.ts';
import { shownMode } from './screen/permission-mode.ts';

/** More than there are modes: then the cycle is complete. */
const MOST_PRESSES = 8;

/** Throws `not_capable` if the session cannot switch to that mode, `blocked` if something else is on the screen. */
export function switchMode(pane: ClaudePane, wanted: string): Promise<void> {
  return pane.exclusively(async () => {
    const first = shownMode(await pane.requireBox());
    let current = first;
    for (let presses = 0; current !== wanted && presses < MOST_PRESSES; presses += 1) {
      await pane.press('BTab');
      const before = current;
      current = await pane.waitFor(({ box }) => {
        const mode = box && shownMode(box);
        return mode === before ? undefined : mode;
      });
      if (current === undefined) break;
      if (current === first) throw unreachable(wanted);
    }
    if (current !== wanted) {
      throw new ReinsError(
        'run_not_responding',
        'The permission mode was not changed, because the terminal does not show it. Press shift+tab there.',
      );
    }
  });
}

function unreachable(mode: string): ReinsError {
  return new ReinsError(
    'not_capable',
    `A session in a terminal cannot switch to "${mode}" while it runs. Stop it and resume it with that permission mode.`,
    { permission_mode: mode },
  );
}
