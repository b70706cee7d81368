/**
 * Prompts for the editor: it shows its own itself, and receives those of others once each. A prompt that goes
 * through the hub is sent on delivery, since Claude's answer may arrive before the transcript contains the
 * prompt.
 */
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { isSameText } from '../core/same-text.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Message } from '../protocol/messages.ts';
import { chunk, promptUpdates } from './item-updates.ts';

type Waiting = Pick<Message, 'message_id' | 'state' | 'text' | 'images'>;

export class PromptUpdates {
  /** Prompts that are not delivered yet. */
  readonly #queued = new Map<string, { text: string; readonly images: number }>();
  /** Prompts that the editor shows, until the transcript contains them. */
  readonly #shown = new Map<string, string>();

  constructor(messages: readonly Waiting[]) {
    for (const { message_id, state, text, images } of messages) {
      if (state === 'queued') this.#queued.set(message_id, { text, images });
    }
  }

  /** A prompt of the editor itself, which is not sent back. */
  expect(messageId: string, text: string): void {
    this.#shown.set(messageId, text);
  }

  /** The prompt had its turn, or never gets one: the same text may come from someone else now. */
  forget(messageId: string): void {
    this.#shown.delete(messageId);
    this.#queued.delete(messageId);
  }

  event(event: ReinsEvent): SessionUpdate[] {
    switch (event.type) {
      case 'message_queued':
        this.#queued.set(event.message_id, event);
        return [];
      case 'message_changed': {
        const known = this.#queued.get(event.message_id);
        if (known && event.text !== undefined) known.text = event.text;
        return [];
      }
      case 'message_delivered':
        return this.#handedOver(event.message_id);
      case 'message_failed':
      case 'message_removed':
        this.forget(event.message_id);
        return [];
      case 'turn_reported':
        for (const id of event.message_ids) this.forget(id);
        return [];
      case 'prompt_submitted':
        if (this.#isShown(event.text, event.uuid)) return [];
        return promptUpdates({ ...event, id: event.item ?? event.uuid });
      case 'command_run': {
        const words = `${event.name} ${event.args}`.trim();
        return this.#isShown(words) ? [] : [chunk({ from: 'user', id: event.item ?? words, text: words })];
      }
      default:
        return [];
    }
  }

  /** May occur again for the same prompt if delivery was blocked. */
  #handedOver(id: string): SessionUpdate[] {
    const message = this.#queued.get(id);
    this.#queued.delete(id);
    if (!message || this.#shown.has(id)) return [];
    this.#shown.set(id, message.text);
    return promptUpdates({ id, origin: 'human', text: message.text, images: message.images });
  }

  #isShown(text: string, uuid?: string): boolean {
    const found = [...this.#shown].find(([id, sent]) => id === uuid || isSameText(sent, text));
    if (found) this.#shown.delete(found[0]);
    return found !== undefined;
  }
}
