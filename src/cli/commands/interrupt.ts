/** `reins interrupt`: interrupts Claude, as Esc does in its terminal. The session continues. */
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { findSession } from '../find-session.ts';
import { printSession } from '../steer/print-session.ts';

export async function interrupt(meant: string, { json }: { readonly json?: boolean }): Promise<number> {
  const { client } = findHub(process.env);
  const sessionId = await findSession(client, meant);
  const before = await client.get(sessionId, { limit: 0 });
  if (before.status === 'idle') printSession(before, 'nothing to interrupt:', json);
  else printSession(await client.interrupt(sessionId), 'interrupted:', json);
  return EXIT.done;
}
