/** The requests of a session as messages of its thread: open ones, and those whose card must show how they ended. Pure. */
import type { Interaction } from '../../protocol/interactions.ts';
import { cardKindOf, requestCard } from '../cards/request-card.ts';
import type { ThreadMessage } from './thread-messages.ts';

/** `isKnown`: whether the thread has a message with this key. */
export function requestMessages(
  requests: readonly Interaction[],
  isKnown: (key: string) => boolean,
  isBroadcast: boolean,
): ThreadMessage[] {
  return requests.flatMap((interaction): ThreadMessage[] => {
    const key = `request:${interaction.id}`;
    // Without a route only the terminal can answer, or the hub does not know enough yet.
    const isNew = interaction.state === 'open' && interaction.routes.length > 0;
    if (!isNew && !isKnown(key)) return [];
    const file = isNew ? cardKindOf(interaction).file?.(interaction) : undefined;
    return [
      ...(file ? [{ key: `file:${interaction.id}`, text: file.name, file }] : []),
      { key, ...requestCard(interaction), isBroadcast },
    ];
  });
}
