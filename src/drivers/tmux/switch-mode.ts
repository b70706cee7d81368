/** Changes the permission mode by shift+tab, which goes round through the modes that the session may have. */
import { ReinsError } from '../../protocol/errors.ts';
import type { ClaudePane } from './claude-pane.ts';
import { shownMode } from './screen/permission-mode.ts';

/** More than there are modes: then the round is over. */
const MOST_PRESSES = 8;

/** Throws `not_capable` when the session cannot get to that mode, `blocked` when something else is on the screen. */
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
        'The terminal does not show its permission mode, so it was not changed. Press shift+tab there.',
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
