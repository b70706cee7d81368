/** `reins takeover`: ends the process that serves a session, and resumes the session under the hub. */
import { lossText } from '../../core/wording/loss-text.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Session } from '../../protocol/session.ts';
import type { Client } from '../../sdk/client.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { withTrust } from '../steer/ask-trust.ts';
import { printSession, suggestWatching } from '../steer/print-session.ts';
import { type RunOptions, runChoices } from '../steer/run-choices.ts';
import { shortId } from '../terminal/format.ts';

export interface TakeoverOptions extends RunOptions {
  readonly force?: boolean;
  readonly json?: boolean;
}

export async function takeover(meant: string, { force, json, ...options }: TakeoverOptions): Promise<number> {
  const { client } = findHub(process.env);
  const sessionId = await findSession(client, meant);
  const { cwd: _cwd, ...choices } = runChoices(options);
  const before = await client.get(sessionId, { limit: 0 });
  if (
    !force &&
    before.driver !== 'external' &&
    before.status !== 'ended' &&
    Object.keys(choices).length === 0
  ) {
    printSession(before, 'already run by the hub:', json);
    return EXIT.done;
  }
  const again = `reins takeover ${shortId(sessionId)} --force`;
  const body = { ...choices, force: force ?? false };
  const session = await withTrust(options.trust, (trust) =>
    takeOver(client, sessionId, { ...body, ...trust }, again),
  );
  printSession(session, 'taken over:', json);
  if (!json) suggestWatching(sessionId);
  return EXIT.done;
}

/** `again`: the command that proceeds although something is lost. */
export async function takeOver(
  client: Client,
  sessionId: string,
  body: Parameters<Client['takeover']>[1],
  again: string,
): Promise<Session> {
  return client.takeover(sessionId, body).catch((error: unknown) => {
    if (!(error instanceof ReinsError) || error.code !== 'takeover_needs_force') throw error;
    throw new ReinsError(error.code, describeLoss(error, again), error.details);
  });
}

function describeLoss({ message, details }: ReinsError, again: string): string {
  const lost = lossText(details);
  if (!lost) return `${message} To do it anyway: ${again}`;
  const lines = lost.map((loss) => `\n  - ${loss}`).join('');
  const pid = details?.['pid'];
  const process = typeof pid === 'number' ? `process ${pid}` : 'the process';
  return `This ends ${process} of the session. You would lose:${lines}\nTo do it anyway: ${again}`;
}
