/**
 * For programs that start sessions and may exit at any time, such as editors and MCP clients: the hub ends those sessions
 * once they are idle, sooner if the program has said goodbye. They can be resumed.
 */
import type { Client } from '../sdk/client.ts';

/** How long a session may be idle while its program is connected. */
export const IDLE_SECONDS = 15 * 60;
/** The same after its program has left. */
const LEFT_IDLE_SECONDS = 60;

/** Never throws: without it, the hub ends them later. */
export async function leaveSessions(client: Client, sessionIds: Iterable<string>): Promise<void> {
  await Promise.all([...sessionIds].map((id) => leave(client, id).catch(() => {})));
}

/** The conversation may continue under another id. */
async function leave(client: Client, sessionId: string): Promise<void> {
  const { continued_as } = await client.get(sessionId, { limit: 0 });
  if (continued_as !== undefined) return leave(client, continued_as);
  await client.changeSession(sessionId, { end_when_idle_seconds: LEFT_IDLE_SECONDS });
}
