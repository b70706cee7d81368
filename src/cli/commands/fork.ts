/** `reins fork`: copies a session to a new id and continues with the copy. The session itself is unchanged. */
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { withTrust } from '../steer/ask-trust.ts';
import { printSession, suggestWatching } from '../steer/print-session.ts';
import { type RunOptions, runChoices } from '../steer/run-choices.ts';

export interface ForkOptions extends RunOptions {
  readonly sessionId?: string;
  readonly json?: boolean;
}

export async function fork(
  meant: string,
  prompt: string | undefined,
  { json, sessionId: copyId, ...options }: ForkOptions,
): Promise<number> {
  const { client } = findHub(process.env);
  const source = await findSession(client, meant);
  const body = {
    ...runChoices(options),
    ...(copyId !== undefined && { session_id: copyId.toLowerCase() }),
    ...(prompt !== undefined && { prompt }),
  };
  const copy = await withTrust(options.trust, (trust) => client.fork(source, { ...body, ...trust }));
  printSession(copy, 'copied to:', json);
  if (!json) suggestWatching(copy.session_id);
  return EXIT.done;
}
