/** Messages to a session that have not reached Claude yet: which of them a person wants to see, and what is in their way. */
import type { Message } from '../../protocol/messages.ts';

/** Failed ones stay as long as a person may still want to know. */
const FAILED_FOR_MS = 10 * 60_000;
const OBSTACLES: Readonly<Record<string, string>> = {
  dialog: 'waits for the dialog',
  trust_dialog: 'waits until the folder is trusted',
  login: 'waits for a login',
  relay_off: 'relaying is off',
  relay_not_waiting: 'waits until the terminal listens',
};

/** In the order they go. */
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

/** Of one that has not failed. */
export function messageWords({
  state,
  when,
  blocked_by,
}: Pick<Message, 'state' | 'when' | 'blocked_by'>): string {
  if (state === 'delivered') return 'sent';
  if (blocked_by) return OBSTACLES[blocked_by] ?? `waits: ${blocked_by}`;
  return when === 'queue' ? 'queued' : 'on its way';
}
