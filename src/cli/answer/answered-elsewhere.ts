/** Watches whether an interaction is closed by somebody else while a person still thinks about it. */
import type { Interaction } from '../../protocol/interactions.ts';
import type { Client } from '../../sdk/client.ts';
import { watchInbox } from '../../sdk/watch-inbox.ts';

/** Resolves with how it ended; undefined when the signal fires first. Never throws: the answer itself will tell. */
export async function answeredElsewhere(
  client: Client,
  { id, session_id: session }: Interaction,
  signal: AbortSignal,
): Promise<Interaction | undefined> {
  try {
    for await (const { open } of watchInbox(client, { session, signal })) {
      if (open.some((one) => one.id === id)) continue;
      const { items } = await client.interactions({ id });
      return items.find((one) => one.id === id && one.state !== 'open');
    }
  } catch {
    // Without news, the person finds out when the answer is refused.
  }
  return undefined;
}
