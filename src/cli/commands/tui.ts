/** `reins tui`: inbox, sessions and conversations in a full-screen terminal UI, operated by keys. */
import { WebSocket } from 'ws';
import { ReinsError } from '../../protocol/errors.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { runTui } from '../../tui/run-tui.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { isAtTerminal } from '../steer/open-terminal.ts';
import { stopSignal } from '../stop-signal.ts';
import { canDraw } from '../terminal/live-area.ts';
import { chooseStyle } from '../terminal/style.ts';

export async function tui(meant?: string): Promise<number> {
  const { env, stdin: input, stdout: output } = process;
  if (!isAtTerminal() || !canDraw(output, env)) {
    const why =
      env['TERM'] === 'dumb' ? 'TERM=dumb means that this terminal cannot show it' : 'this is not a terminal';
    throw new ReinsError(
      'invalid_request',
      `The terminal UI cannot be shown: ${why}. "reins inbox", "reins answer" and "reins watch" work everywhere.`,
    );
  }
  const { address, client } = findHub(env);
  const session = meant === undefined ? undefined : await findSession(client, meant);
  await runTui({
    address,
    input,
    output,
    session,
    signal: stopSignal(),
    style: chooseStyle(output, env),
    folder: process.cwd(),
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    attach: async (id) => void (await (await import('./attach.ts')).attach(id, {})),
    editText: async (text) => (await import('../terminal/edit-text.ts')).editText(text, 'words.md', env),
  });
  return EXIT.done;
}
