/** Prompts that have not reached Claude yet: which ones to show, and what blocks them. */
import type { Message } from '../../protocol/messages.ts';
import { t } from '../translate.ts';
import { waitText } from './obstacle-text.ts';

/** Failed prompts stay visible while a person may still want to know. */
const FAILED_FOR_MS = 10 * 60_000;

/** In the order of delivery. */
export function queuedMessages(messages: readonly Message[], now: number): Message[] {
  return messages
    .filter(
      (message) =>
        message.state === 'queued' ||
        message.state === 'delivered' ||
        (message.state === 'failed' &&
          (waitedForHost(message) || now - Date.parse(message.ended_at ?? '') < FAILED_FOR_MS)),
    )
    .sort((a, b) => a.place - b.place);
}

/** It may fail long after it was written: it stays visible until a person removes it, or for a day. */
export function waitedForHost({ blocked_by }: Pick<Message, 'blocked_by'>): boolean {
  return blocked_by === 'host_offline';
}

/** For a prompt that has not failed. */
export function messageText({
  state,
  when,
  blocked_by,
}: Pick<Message, 'state' | 'when' | 'blocked_by'>): string {
  if (state === 'delivered') return t('sent');
  if (blocked_by) return waitText(blocked_by);
  return when === 'queue' ? t('queued') : t('sending');
}
