/** Prompts sent through the hub, one small state machine each, and their queue. */
import type { ReinsEvent } from '../protocol/events.ts';
import type { Message, MessageState } from '../protocol/messages.ts';
import { ownEntry } from './own-entry.ts';
import type { SessionState } from './session-state.ts';

/** The number of finished prompts that a view still shows. */
const ENDED_KEPT = 20;

type Messages = SessionState['messages'];
export type MessageEvent = ReinsEvent<
  | 'message_queued'
  | 'message_changed'
  | 'message_blocked'
  | 'message_removed'
  | 'message_delivered'
  | 'message_accepted'
  | 'message_failed'
  | 'message_finished'
>;

/** The states in which each event can happen to a prompt. */
const STEPS: Readonly<Record<MessageEvent['type'], readonly (MessageState | undefined)[]>> = {
  message_queued: [undefined],
  message_changed: ['queued'],
  message_removed: ['queued'],
  message_delivered: ['queued'],
  message_blocked: ['queued', 'delivered'],
  message_accepted: ['queued', 'delivered'],
  message_failed: ['queued', 'delivered'],
  message_finished: ['queued', 'delivered', 'accepted'],
};

/** Whether this can happen to the prompt now. Impossible events are not logged: a prompt ends once. */
export function canHappenToMessage(
  messages: Messages,
  { type, message_id }: Pick<MessageEvent, 'type' | 'message_id'>,
): boolean {
  return STEPS[type].includes(ownEntry(messages, message_id)?.state);
}

export function reduceMessage(messages: Messages, event: MessageEvent): Messages {
  if (!canHappenToMessage(messages, event)) return messages;
  if (event.type === 'message_queued') {
    const { message_id, when, text, images, by, place, at: queued_at } = event;
    const fresh: Message = { message_id, state: 'queued', when, text, images, by, queued_at, place };
    return { ...messages, [message_id]: fresh };
  }
  const known = ownEntry(messages, event.message_id);
  if (!known) return messages;
  return trimEnded({ ...messages, [event.message_id]: advance(known, event) });
}

function advance(message: Message, event: Exclude<MessageEvent, { type: 'message_queued' }>): Message {
  const { at } = event;
  const { blocked_by: _, finished_at: __, ...free } = message;
  switch (event.type) {
    case 'message_changed': {
      const { text = message.text, place = message.place, when = message.when } = event;
      return { ...message, text, place, when };
    }
    case 'message_blocked':
      return { ...free, state: 'queued', ...(event.blocked_by !== null && { blocked_by: event.blocked_by }) };
    case 'message_delivered':
      return { ...free, state: 'delivered', delivered_at: at };
    case 'message_accepted': {
      // The end of its turn may be reported before its acceptance; a queued prompt gets a new turn.
      const finished_at = message.state === 'delivered' ? message.finished_at : undefined;
      return { ...free, state: 'accepted', ended_at: at, ...(finished_at !== undefined && { finished_at }) };
    }
    case 'message_removed':
      return { ...free, state: 'removed', ended_at: at };
    case 'message_failed':
      return { ...free, state: 'failed', ended_at: at, error: { code: event.code, message: event.message } };
    case 'message_finished':
      return { ...message, finished_at: at };
  }
}

/** Prompts that wait for their turn, or whose turn is not over. */
export function unfinishedMessages({ messages }: Pick<SessionState, 'messages'>): Message[] {
  return Object.values(messages).filter(
    ({ state, finished_at }) => finished_at === undefined && state !== 'failed' && state !== 'removed',
  );
}

function isOver({ state }: Message): boolean {
  return state !== 'queued' && state !== 'delivered';
}

/** Queued prompts, in order. */
export function queuedMessages({ messages }: Pick<SessionState, 'messages'>): Message[] {
  return Object.values(messages)
    .filter(({ state }) => state === 'queued')
    .sort((a, b) => a.place - b.place);
}

/** Delivered prompts that Claude Code has not accepted yet. */
export function deliveredMessages({ messages }: Pick<SessionState, 'messages'>): Message[] {
  return Object.values(messages).filter(({ state }) => state === 'delivered');
}

function trimEnded(messages: Messages): Messages {
  const ended = Object.values(messages).filter(isOver);
  if (ended.length <= ENDED_KEPT) return messages;
  ended.sort((a, b) => (a.ended_at ?? '').localeCompare(b.ended_at ?? ''));
  const dropped = new Set(ended.slice(0, -ENDED_KEPT));
  return Object.fromEntries(Object.entries(messages).filter(([, message]) => !dropped.has(message)));
}
