/** Ends a run that was started for one answer, unless someone has prompted it since. */
import type { Client } from './client.ts';

export async function stopAfterAnswer(
  client: Pick<Client, 'get' | 'stopSession'>,
  sessionId: string,
  messageId: string,
): Promise<void> {
  const { messages } = await client.get(sessionId, { limit: 0 });
  const own = messages.findIndex(({ message_id }) => message_id === messageId);
  const isUsed = messages.slice(own + 1).some(({ state }) => state !== 'removed' && state !== 'failed');
  if (!isUsed) await client.stopSession(sessionId);
}
