/** Inbox changes as lines for a pipe: new requests and decisions. Pure. */
import { outcomeText } from '../../core/wording/answer-text.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { InboxNews } from '../../sdk/watch-inbox.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { shortId } from '../terminal/format.ts';
import { nameOf, type SessionPlace, wants } from './render-inbox.ts';

/** `waits`, or how a request ended. */
export interface InboxLine {
  readonly id: string;
  readonly what: 'waits' | 'closed';
  /** `3f2a91c0  api-server  run npm test`, `3f2a91c0  denied by phone: no`. */
  readonly text: string;
}

/** Undefined for changes that do not matter to a person. */
export function lineOf(
  { open, event }: InboxNews,
  place: (sessionId: string) => SessionPlace | undefined,
): InboxLine | undefined {
  if (event === undefined || !('interaction_id' in event)) return undefined;
  const id = event.interaction_id;
  if (event.type === 'interaction_opened' || event.type === 'interaction_reopened') {
    const asked = open.find((one) => one.id === id);
    return asked && { id, what: 'waits', text: waitingText(asked, place(asked.session_id)) };
  }
  if (event.type === 'interaction_closed') {
    return { id, what: 'closed', text: `${shortId(id)}  ${cleanLine(outcomeText(event))}` };
  }
  if (event.type === 'interaction_settled' && event.applied === 'superseded' && event.answer) {
    const { answer } = event;
    const words = outcomeText({ state: 'answered', answer });
    return { id, what: 'closed', text: `${shortId(id)}  actually ${cleanLine(words)}, which came first` };
  }
  if (event.type === 'interaction_settled' && event.applied === 'lost') {
    const why = cleanLine(event.reason ?? '');
    return { id, what: 'closed', text: `${shortId(id)}  the answer was not confirmed: ${why}` };
  }
  return undefined;
}

export function waitingText(asked: Interaction, place: SessionPlace | undefined): string {
  return `${shortId(asked.id)}  ${cleanLine(nameOf(place, asked.session_id))}  ${cleanLine(wants(asked, place))}`;
}
