/** How many hooks of a session a hub has accepted so far, according to its log. */
import { type Client, isLogEvent } from '../../src/sdk/index.ts';

export async function countHooks(client: Client, sessionId: string): Promise<number> {
  const { seq } = await client.get(sessionId);
  const reading = new AbortController();
  let hooks = 0;
  for await (const message of client.subscribe({ sessionId, signal: reading.signal })) {
    if (!isLogEvent(message)) continue;
    if (message.event.type === 'hook_received') hooks++;
    if (message.event.seq >= seq) reading.abort();
  }
  return hooks;
}
