/** `reins stop`: ends the run of a session and keeps its history. Asks first if the session was started outside of Reins. */
import { canBeEnded, endWarning } from '../../core/wording/end-text.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { isAtTerminal } from '../steer/open-terminal.ts';
import { printSession } from '../steer/print-session.ts';
import { confirm } from '../terminal/confirm.ts';
import { shortId } from '../terminal/format.ts';

export interface StopOptions {
  /** End it even though it was started outside of Reins. */
  readonly force?: boolean;
  readonly json?: boolean;
}

export async function stop(meant: string, { force, json }: StopOptions): Promise<number> {
  const { client } = findHub(process.env);
  const sessionId = await findSession(client, meant);
  const session = await client.get(sessionId, { limit: 0 });
  if (session.status === 'ended') {
    printSession(session, 'already ended:', json);
    return EXIT.done;
  }
  // The hub refuses sessions that it cannot end, with the reason.
  const warning = canBeEnded(session) ? endWarning(session) : undefined;
  if (warning && !force) {
    if (!isAtTerminal()) {
      const again = `reins stop ${shortId(sessionId)} --force`;
      throw new ReinsError('invalid_request', `${warning} End it with: ${again}`, { pid: session.pid });
    }
    if (!(await confirm(warning, 'End it?'))) return EXIT.failed;
  }
  printSession(await client.stopSession(sessionId), 'stopped:', json);
  return EXIT.done;
}
