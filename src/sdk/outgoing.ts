/** A prompt on its way to the hub: each has its id from the start, so that a retry never sends it twice. */
import { randomId } from '../core/random-id.ts';
import type { ContentBlock, MessageWhen } from '../protocol/messages.ts';

export interface Picture {
  readonly name: string;
  readonly media_type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** base64 */
  readonly data: string;
}

export interface Outgoing {
  readonly message_id: string;
  readonly text: string;
  readonly pictures: readonly Picture[];
  readonly when: MessageWhen;
  /** Its host is offline: it is delivered when the host is back. */
  readonly deliver_when_back?: true;
}

export function makeOutgoing(text: string, pictures: readonly Picture[], when: MessageWhen): Outgoing {
  return { message_id: randomId(), text: text.trim(), pictures, when };
}

/** The body of the request. */
export function toMessage({ text, pictures, ...rest }: Outgoing) {
  if (pictures.length === 0) return { ...rest, text };
  const content: ContentBlock[] = [
    ...pictures.map(({ media_type, data }) => ({
      type: 'image' as const,
      source: { type: 'base64' as const, media_type, data },
    })),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
  ];
  return { ...rest, content };
}
