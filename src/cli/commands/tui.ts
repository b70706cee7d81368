/** `reins tui`: inbox, sessions and conversations in a full-screen terminal UI, operated by keys. */
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
      env['TERM'] === 'dumb' ? 'TERM=dumb means that this terminal cannot show it' : 'this is not a terminal';
    throw new ReinsError(
      'invalid_request',
      `The terminal UI cannot be shown: ${why}. "reins inbox", "reins answer" and "reins watch" work everywhere.`,
    );
  }
  const hub = findHub(env);
  await openTui(hub, { session: meant === undefined ? undefined : await findSession(hub.client, meant) });
  return EXIT.done;
}
