/**
 * Queued prompts: stored durably, kept in order, edited and cancelled until they are delivered. Owns their
 * storage; the dispatcher decides when they are delivered.
 */
import { createHash, randomUUID } from 'node:crypto';
import { queuedMessages } from '../../core/reduce-message.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { EventType } from '../../protocol/events.ts';
import type {
  ContentBlock,
  Message,
  MessageAnswer,
  MessagePatch,
  MessageState,
  MessageWhen,
} from '../../protocol/messages.ts';
import type { EventLog } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import type { MessageStore } from '../../store/messages.ts';
import type { OwnFacts } from './own-facts.ts';

export interface PromptQueueOptions {
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly facts: OwnFacts;
  readonly store: MessageStore;
  readonly output: HubLog;
}

const ENDS: { readonly [Type in EventType]?: MessageState } = {
  message_accepted: 'accepted',
  message_failed: 'failed',
  message_removed: 'removed',
};

export interface Outgoing {
  readonly messageId?: string | undefined;
  readonly content: readonly ContentBlock[];
  readonly when: MessageWhen;
  readonly by: string;
}

export class PromptQueue {
  readonly #options: PromptQueueOptions;
  readonly #stopListening: () => void;

  constructor(options: PromptQueueOptions) {
    this.#options = options;
    this.#stopListening = options.log.onCommit((events) => {
      for (const { event } of events) {
        const end = ENDS[event.type];
        if (end && 'message_id' in event) this.#finish(event.message_id, end);
      }
    });
  }

  /**
   * A repeated call is recognized by its id and changes nothing. Throws `message_exists` if its content
   * differs.
   */
  take(sessionId: string, { messageId = randomUUID(), content, when, by }: Outgoing): MessageAnswer {
    const { reader, store, facts } = this.#options;
    const fingerprint = fingerprintOf({ content, when });
    const kept = store.find(messageId);
    if (kept && (kept.sessionId !== sessionId || kept.fingerprint !== fingerprint)) {
      throw new ReinsError(
        'message_exists',
        'A message with this message_id was already sent, with other content or to another session. Use a new message_id for new content.',
        { message_id: messageId },
      );
    }
    const known = reader.session(sessionId)?.messages[messageId];
    const isLogged = known !== undefined || (kept !== undefined && kept.state !== 'queued');
    if (!isLogged) {
      store.keep(messageId, sessionId, fingerprint, content);
      facts.note(sessionId, {
        type: 'message_queued',
        key: `message:${messageId}`,
        message_id: messageId,
        when,
        text: joinedText(content),
        images: content.filter(({ type }) => type === 'image').length,
        by,
        place: lastPlace(reader.session(sessionId)?.messages) + 1,
      });
    }
    const now = reader.session(sessionId)?.messages[messageId];
    return {
      message_id: messageId,
      session_id: sessionId,
      state: now?.state ?? kept?.state ?? 'queued',
      ...(now?.blocked_by && { blocked_by: now.blocked_by }),
    };
  }

  /** Messages that are not accepted yet, in order. */
  list(sessionId: string): Message[] {
    return Object.values(this.#options.reader.session(sessionId)?.messages ?? {})
      .filter(({ state }) => state === 'queued' || state === 'delivered')
      .sort((a, b) => a.place - b.place);
  }

  change(sessionId: string, messageId: string, { text, before, when }: MessagePatch, by: string): Message {
    const { store, facts } = this.#options;
    const message = this.#requireQueued(sessionId, messageId);
    if (text !== undefined) store.replaceContent(messageId, withText(store.contentOf(messageId), text));
    const place = before === undefined ? undefined : this.#placeBefore(sessionId, messageId, before);
    facts.note(sessionId, {
      type: 'message_changed',
      message_id: messageId,
      by,
      ...(text !== undefined && { text }),
      ...(when !== undefined && { when }),
      ...(place !== undefined && { place }),
    });
    return this.#find(sessionId, messageId) ?? message;
  }

  remove(sessionId: string, messageId: string, by: string): Message {
    const message = this.#requireQueued(sessionId, messageId);
    this.#options.facts.note(sessionId, { type: 'message_removed', message_id: messageId, by });
    return this.#find(sessionId, messageId) ?? message;
  }

  contentOf(messageId: string): ContentBlock[] {
    return this.#options.store.contentOf(messageId);
  }

  close(): void {
    this.#stopListening();
  }

  #finish(messageId: string, state: MessageState): void {
    try {
      this.#options.store.finish(messageId, state);
    } catch (error) {
      // The event records its end. Only its content stays longer than needed.
      this.#options.output.warn(`Failed to delete the content of message ${messageId}`, error);
    }
  }

  #find(sessionId: string, messageId: string): Message | undefined {
    return this.#options.reader.session(sessionId)?.messages[messageId];
  }

  #requireQueued(sessionId: string, messageId: string): Message {
    const message = this.#find(sessionId, messageId);
    if (!message) {
      throw new ReinsError('message_not_found', `This session has no message ${messageId} in its queue.`);
    }
    if (message.state !== 'queued') {
      throw new ReinsError(
        'message_too_late',
        `The message is already ${message.state}. It can no longer be changed or cancelled.`,
        { state: message.state },
      );
    }
    return message;
  }

  /** Between the given message and the one in front of it; after all others if there is none. */
  #placeBefore(sessionId: string, messageId: string, before: string | null): number {
    const state = this.#options.reader.session(sessionId);
    const others = (state ? queuedMessages(state) : []).filter(({ message_id }) => message_id !== messageId);
    if (before === null) return lastPlace(state?.messages) + 1;
    const index = others.findIndex(({ message_id }) => message_id === before);
    const next = others[index];
    if (!next) throw new ReinsError('message_not_found', `Message ${before} is not in the queue.`);
    const previous = others[index - 1];
    return previous ? (previous.place + next.place) / 2 : next.place - 1;
  }
}

function lastPlace(messages: Readonly<Record<string, Message>> | undefined): number {
  return Math.max(0, ...Object.values(messages ?? {}).map(({ place }) => place));
}

function joinedText(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** The new text replaces the old text in its place; images stay. */
function withText(content: readonly ContentBlock[], text: string): ContentBlock[] {
  const others = content.filter(({ type }) => type !== 'text');
  return [...others, { type: 'text', text }];
}

export function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
