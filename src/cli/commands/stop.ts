/** `reins stop`: ends the run of a session. All history stays. */
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { printSession } from '../steer/print-session.ts';

export async function stop(meant: string, { json }: { readonly json?: boolean }): Promise<number> {
  const { client } = findHub(process.env);
  const sessionId = await findSession(client, meant);
  printSession(await client.stopSession(sessionId), 'stopped:', json);
  return EXIT.done;
}
