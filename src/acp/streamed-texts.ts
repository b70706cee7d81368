/**
 * Texts and thoughts on their way to the editor. Chunks can only be appended, so this remembers what was sent
 * of each item: repeated pieces are omitted, and the item's own event adds the rest.
 */
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { TextDelta } from '../protocol/live.ts';
import { textBlock } from './text-block.ts';

type Chunk = 'agent_message_chunk' | 'agent_thought_chunk';

interface Told {
  /** The text from the hub. */
  known: string;
  /** The text that the editor has. */
  sent: string;
  messageId: string;
}

export class StreamedTexts {
  readonly #told = new Map<string, Told>();
  /** How often an item started again: each time it becomes another message in the editor. */
  #restarts = 0;

  delta({ type, item, offset, text }: TextDelta): SessionUpdate[] {
    const told = this.#told.get(item) ?? { known: '', sent: '', messageId: item };
    if (offset !== 0 && offset !== told.known.length) return [];
    told.known = offset === 0 ? text : told.known + text;
    this.#told.set(item, told);
    return this.#catchUp(told, type === 'text_delta' ? 'agent_message_chunk' : 'agent_thought_chunk');
  }

  /** The complete text from the transcript. */
  finish(item: string, text: string, chunk: Chunk): SessionUpdate[] {
    const told = this.#told.get(item) ?? { known: '', sent: '', messageId: item };
    this.#told.delete(item);
    told.known = text;
    return this.#catchUp(told, chunk);
  }

  #catchUp(told: Told, sessionUpdate: Chunk): SessionUpdate[] {
    const { known, sent } = told;
    // A piece repeated after a lost connection.
    if (sent.startsWith(known)) return [];
    const isGoingOn = known.startsWith(sent);
    if (!isGoingOn) {
      this.#restarts += 1;
      told.messageId = `${told.messageId}:${this.#restarts}`;
    }
    told.sent = known;
    const text = isGoingOn ? known.slice(sent.length) : known;
    return [{ sessionUpdate, content: textBlock(text), messageId: told.messageId }];
  }
}
