/** Messages that have not reached Claude yet, as lines: the hub's queue, then unsent ones. */
import { messageWords, queuedMessages } from '../../core/words/message-words.ts';
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
      words: message.state === 'failed' ? failedWords(message.error?.message) : messageWords(message),
    })),
    ...waiting
      .filter(({ state, outgoing }) => state !== 'quick' && !known.has(outgoing.message_id))
      .map(({ state, outgoing, note }) => ({
        id: outgoing.message_id,
        text: outgoing.text,
        isBad: state === 'failed',
        words: state === 'failed' ? failedWords(note) : WAITING_WORDS[state],
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
const WAITING_WORDS = {
  quick: '',
  sending: 'sending',
  unsent: 'waiting for the hub',
} as const;

function failedWords(why = ''): string {
  return `failed: ${why}`;
}
