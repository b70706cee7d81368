/** `reins resume`: resumes an ended session under the hub. */
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { withTrust } from '../steer/ask-trust.ts';
import { printSession, suggestWatching } from '../steer/print-session.ts';
import { type RunOptions, runChoices } from '../steer/run-choices.ts';

export async function resume(
  meant: string,
  prompt: string | undefined,
  { json, ...options }: RunOptions & { readonly json?: boolean },
): Promise<number> {
  const { client } = findHub(process.env);
  const sessionId = await findSession(client, meant);
  const body = { ...runChoices(options), ...(prompt !== undefined && { prompt }) };
  const session = await withTrust(options.trust, (trust) => client.resume(sessionId, { ...body, ...trust }));
  printSession(session, 'resumed:', json);
  if (!json) suggestWatching(sessionId);
  return EXIT.done;
}
