/** Messages that wait, kept in the browser: each under a name of its own, so that several tabs do not forget each other's. */
import type { OutboxMemory, Waiting } from '../../src/sdk/outbox.ts';
import { keep, keptUnder, onForgotten, readKept } from './kept.ts';

const KEPT = 'outbox.';

export const keptOutbox: OutboxMemory = {
  read: () => keptUnder(KEPT).flatMap((id) => readKept<Waiting | undefined>(`${KEPT}${id}`, undefined) ?? []),
  keep: (waiting) => keep(`${KEPT}${waiting.outgoing.message_id}`, waiting),
  forget: (messageId) => keep(`${KEPT}${messageId}`, undefined),
  onForgotten: (listener, signal) => onForgotten(KEPT, listener, signal),
};
