/**
 * Texts and thoughts on their way to the editor. Chunks can only be appended, so this remembers what was sent
 * of each item: repeated pieces are omitted, and the item's own event adds the rest.
 */
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { TextDelta } from '../protocol/live.ts';
import { textBlock } from './text-block.ts';

type Chunk = 'agent_message_chunk' | 'agent_thought_chunk';

interface Reported {
  /** The text from the hub. */
  known: string;
  /** The text that the editor has. */
  sent: string;
  messageId: string;
}

export class StreamedTexts {
  readonly #reported = new Map<string, Reported>();
  /** How often an item started again: each time it becomes another message in the editor. */
  #restarts = 0;

  delta({ type, item, offset, text }: TextDelta): SessionUpdate[] {
    const reported = this.#reported.get(item) ?? { known: '', sent: '', messageId: item };
    if (offset !== 0 && offset !== reported.known.length) return [];
    reported.known = offset === 0 ? text : reported.known + text;
    this.#reported.set(item, reported);
    return this.#catchUp(reported, type === 'text_delta' ? 'agent_message_chunk' : 'agent_thought_chunk');
  }

  /** The complete text from the transcript. */
  finish(item: string, text: string, chunk: Chunk): SessionUpdate[] {
    const reported = this.#reported.get(item) ?? { known: '', sent: '', messageId: item };
    this.#reported.delete(item);
    reported.known = text;
    return this.#catchUp(reported, chunk);
  }

  #catchUp(reported: Reported, sessionUpdate: Chunk): SessionUpdate[] {
    const { known, sent } = reported;
    // A piece repeated after a lost connection.
    if (sent.startsWith(known)) return [];
    const isGoingOn = known.startsWith(sent);
    if (!isGoingOn) {
      this.#restarts += 1;
      reported.messageId = `${reported.messageId}:${this.#restarts}`;
    }
    reported.sent = known;
    const text = isGoingOn ? known.slice(sent.length) : known;
    return [{ sessionUpdate, content: textBlock(text), messageId: reported.messageId }];
  }
}
