/** Prompts on their way to Claude, as rows at the end of the conversation: from the tap until the turn takes them. */
import { useRef } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import type { Message } from '../../src/protocol/messages.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import type { Waiting } from '../../src/sdk/outbox.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';

export interface SendingRow {
  readonly kind: 'sending';
  readonly id: string;
  readonly text: string;
  readonly note: string;
}

/** A prompt that the hub has accepted may take this long to be reported by it. */
const REPORTED_WITHIN_MS = 3000;

type About = Pick<SessionView, 'messages' | 'queue' | 'status'>;

/** Whether the hub passes the prompt on without waiting for another turn to end. */
export function isOnItsWay({ state, when, blocked_by }: Message, { status }: Pick<About, 'status'>): boolean {
  if (state === 'delivered') return true;
  return state === 'queued' && blocked_by === undefined && (when !== 'queue' || status === 'idle');
}

/** Whether the prompt has left this page or is about to, as far as is known. */
export function isLeaving({ state }: Waiting): boolean {
  return state === 'quick' || state === 'sending';
}

/** `own` are the prompts that this page is sending, and those that it has just sent. */
export function sendingRows(view: About, own: readonly Waiting[]): SendingRow[] {
  const { messages, queue } = view;
  const isKnown = ({ outgoing }: Waiting) =>
    messages.some(({ message_id }) => message_id === outgoing.message_id);
  const passed = messages
    .filter((message) => isOnItsWay(message, view))
    .toSorted((a, b) => a.place - b.place);
  // Claude Code does not name the prompts in its own queue.
  const taken = queue.filter((text) => !passed.some((message) => message.text === text));
  return [
    ...taken.map((text, index) => row(`taken:${index}`, text, t('Claude reads this next'))),
    ...passed.map(({ message_id, text }) => row(message_id, text, t('on its way'))),
    ...own
      .filter((one) => !isKnown(one))
      .map(({ outgoing: { message_id, text } }) => row(message_id, text, t('on its way'))),
  ];
}

function row(id: string, text: string, note: string): SendingRow {
  return { kind: 'sending', id: `sending:${id}`, text: text || t('an image'), note };
}

export function useSendingRows(id: string, view: About | undefined): readonly SendingRow[] {
  const { outbox } = useHub();
  const own = useStore(outbox).of(id).filter(isLeaving);
  /** Prompts that have left the page, with the time when they were last seen there. */
  const left = useRef(new Map<string, { readonly waiting: Waiting; readonly at: number }>());
  const rows = useRef<readonly SendingRow[]>([]);
  if (!view) return rows.current;
  const now = Date.now();
  for (const waiting of own) left.current.set(waiting.outgoing.message_id, { waiting, at: now });
  for (const [key, { at }] of left.current) if (now - at > REPORTED_WITHIN_MS) left.current.delete(key);
  for (const one of outbox.of(id)) if (!isLeaving(one)) left.current.delete(one.outgoing.message_id);
  const next = sendingRows(
    view,
    [...left.current.values()].map(({ waiting }) => waiting),
  );
  // The same array as long as nothing changes: it is compared by identity.
  if (JSON.stringify(next) !== JSON.stringify(rows.current)) rows.current = next;
  return rows.current;
}
