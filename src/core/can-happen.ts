/** Which events are possible for prompts and requests in their current state. The log accepts no others. */
import type { Draft } from './draft.ts';
import { canHappenToInteraction, type InteractionEvent } from './reduce-interaction.ts';
import { canHappenToMessage, type MessageEvent } from './reduce-message.ts';
import type { SessionState } from './session-state.ts';

export function canHappen({ messages, interactions }: SessionState, draft: Draft): boolean {
  if (isOfMessage(draft)) return canHappenToMessage(messages, draft);
  return isOfInteraction(draft) ? canHappenToInteraction(interactions, draft) : true;
}

function isOfMessage(draft: Draft): draft is Draft<MessageEvent['type']> {
  return draft.type.startsWith('message_');
}

function isOfInteraction(draft: Draft): draft is Draft<InteractionEvent['type']> {
  return draft.type.startsWith('interaction_');
}
