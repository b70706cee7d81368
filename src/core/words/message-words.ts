/** Prompts that have not reached Claude yet: which ones to show, and what blocks them. */
import type { Message } from '../../protocol/messages.ts';
import { whatMessageWaitsFor } from './obstacle-words.ts';

/** Failed prompts stay visible while a person may still want to know. */
const FAILED_FOR_MS = 10 * 60_000;

/** In the order of delivery. */
export function queuedMessages(messages: readonly Message[], now: number): Message[] {
  return messages
    .filter(
      ({ state, ended_at }) =>
        state === 'queued' ||
        state === 'delivered' ||
        (state === 'failed' && now - Date.parse(ended_at ?? '') < FAILED_FOR_MS),
    )
    .sort((a, b) => a.place - b.place);
}

/** For a prompt that has not failed. */
export function messageWords({
  state,
  when,
  blocked_by,
}: Pick<Message, 'state' | 'when' | 'blocked_by'>): string {
  if (state === 'delivered') return 'sent';
  if (blocked_by) return `waits ${whatMessageWaitsFor(blocked_by)}`;
  return when === 'queue' ? 'queued' : 'sending';
}
