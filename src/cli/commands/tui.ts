/** `reins tui`: inbox, sessions and conversations in a full-screen terminal UI, operated by keys. */
import { isProcessAlive } from '../../lib/process-identity.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { type Connection, findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { openTui } from '../open-tui.ts';
import { guide } from '../start/guide.ts';
import { ensureHub } from '../steer/ensure-hub.ts';
import { isAtTerminal } from '../steer/open-terminal.ts';
import { canDraw } from '../terminal/live-area.ts';

export async function tui(meant?: string, { mouse }: { readonly mouse?: boolean } = {}): Promise<number> {
  const { env, stdout } = process;
  if (!isAtTerminal() || !canDraw(stdout, env)) {
    const why =
      env['TERM'] === 'dumb' ? 'TERM=dumb means that this terminal cannot show it' : 'this is not a terminal';
    throw new ReinsError(
      'invalid_request',
      `The terminal UI cannot be shown: ${why}. "reins inbox", "reins answer" and "reins watch" work everywhere.`,
    );
  }
  const hub = runningHub(env) ?? (await ensureHub(env));
  // The person who started a hub just now knows neither its page nor its hooks.
  if ('isNew' in hub && !(await guide(hub.client, env))) return EXIT.done;
  const session = meant === undefined ? undefined : await findSession(hub.client, meant);
  // Commander reports an option that was not negated as true.
  await openTui(hub, { session, ...(mouse === false && { mouse }) });
  return EXIT.done;
}

/** A slow hub counts, since the UI waits for it. Undefined if this machine's hub is not running. */
function runningHub(env: NodeJS.ProcessEnv): Connection | undefined {
  try {
    const found = findHub(env);
    // The file remains after a crash.
    return !found.hub || isProcessAlive(found.hub.pid) ? found : undefined;
  } catch (error) {
    if (error instanceof ReinsError && error.code === 'hub_not_running') return undefined;
    throw error;
  }
}
