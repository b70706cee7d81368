/** Messages that have not reached Claude yet, what is in their way, and which of them is meant. */
import type { Style } from '../../lib/style.ts';
import type { Message } from '../../protocol/messages.ts';
import { lineOf, span } from '../lines/spans.ts';

/** Failed ones stay as long as a person may still want to know. */
const FAILED_FOR_MS = 10 * 60_000;
const OBSTACLES: Readonly<Record<string, string>> = {
  dialog: 'waits for the dialog',
  trust_dialog: 'waits until the folder is trusted',
  login: 'waits for a login',
  relay_off: 'relaying is off',
  relay_not_waiting: 'waits until the terminal listens',
};

export function queuedMessages(messages: readonly Message[], now: number): Message[] {
  return messages.filter(
    ({ state, ended_at }) =>
      state === 'queued' ||
      state === 'delivered' ||
      (state === 'failed' && now - Date.parse(ended_at ?? '') < FAILED_FOR_MS),
  );
}

/** `chosen` is the index of the one in focus; -1 when the queue is not. */
export function queueLines(
  messages: readonly Message[],
  chosen: number,
  width: number,
  style: Style,
): string[] {
  return messages.map((message, index) =>
    lineOf(
      [
        span(index === chosen ? '> ' : '  '),
        span(`${stateWords(message)}  `, message.state === 'failed' ? style.fails : style.informs),
        span(message.text || 'a picture', index === chosen ? style.strong : undefined),
      ],
      width,
    ),
  );
}

function stateWords({ state, when, blocked_by, error }: Message): string {
  if (state === 'failed') return `failed: ${error?.message ?? ''}`;
  if (state === 'delivered') return 'sent';
  if (blocked_by) return OBSTACLES[blocked_by] ?? `waits: ${blocked_by}`;
  return when === 'queue' ? 'queued' : 'on its way';
}
