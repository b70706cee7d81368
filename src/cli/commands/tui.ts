/** `reins tui`: what waits, sessions and conversations on the whole terminal, and everything answered by keys. */
import { ReinsError } from '../../protocol/errors.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { openTui } from '../open-tui.ts';
import { isAtTerminal } from '../steer/open-terminal.ts';
import { canDraw } from '../terminal/live-area.ts';

export async function tui(meant?: string): Promise<number> {
  const { env, stdout } = process;
  if (!isAtTerminal() || !canDraw(stdout, env)) {
    const why =
      env['TERM'] === 'dumb' ? 'TERM=dumb says that this terminal cannot be drawn on' : 'this is no terminal';
    throw new ReinsError(
      'invalid_request',
      `The terminal UI cannot be shown: ${why}. "reins inbox", "reins answer" and "reins watch" work everywhere.`,
    );
  }
  const hub = findHub(env);
  await openTui(hub, { session: meant === undefined ? undefined : await findSession(hub.client, meant) });
  return EXIT.done;
}
