/** Messages that have not reached Claude yet, as lines: the hub's queue, then unsent ones. */
import { messageText, queuedMessages } from '../../core/wording/message-text.ts';
import type { Style } from '../../lib/style.ts';
import type { Message } from '../../protocol/messages.ts';
import type { Waiting } from '../../sdk/outbox.ts';
import { lineOf, span } from '../lines/spans.ts';

export interface QueueEntry {
  readonly id: string;
  readonly text: string;
  readonly words: string;
  readonly isBad: boolean;
  /** Absent until it has reached the hub. */
  readonly message?: Message;
}

export function queueEntries(
  messages: readonly Message[],
  waiting: readonly Waiting[],
  now: number,
): QueueEntry[] {
  const known = new Set(messages.map(({ message_id }) => message_id));
  return [
    ...queuedMessages(messages, now).map((message) => ({
      id: message.message_id,
      text: message.text,
      message,
      isBad: message.state === 'failed',
      words: message.state === 'failed' ? failedText(message.error?.message) : messageText(message),
    })),
    ...waiting
      .filter(({ state, outgoing }) => state !== 'quick' && !known.has(outgoing.message_id))
      .map(({ state, outgoing, note }) => ({
        id: outgoing.message_id,
        text: outgoing.text,
        isBad: state === 'failed',
        words: state === 'failed' ? failedText(note) : WAITING_TEXT[state],
      })),
  ];
}

/** `chosen` is the index of the focused message; -1 if the queue is not focused. */
export function queueLines(
  entries: readonly QueueEntry[],
  chosen: number,
  width: number,
  style: Style,
): string[] {
  return entries.map(({ text, words, isBad }, index) =>
    lineOf(
      [
        span(index === chosen ? '> ' : '  '),
        span(`${words}  `, isBad ? style.fails : style.informs),
        span(text || 'a picture', index === chosen ? style.strong : undefined),
      ],
      width,
    ),
  );
}

/** `quick` is shown only once it has become `sending`. */
const WAITING_TEXT = {
  quick: '',
  sending: 'sending',
  unsent: 'waiting for the hub',
} as const;

function failedText(why = ''): string {
  return `failed: ${why}`;
}
