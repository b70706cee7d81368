/** Prompts from here that wait until their host is back: kept by NATS, listed here so that people can remove them. */
import { randomUUID } from 'node:crypto';
import type { PostedPrompt, Refusal } from '../../fleet/prompt-post.ts';
import type { Identity } from '../../protocol/access.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Message, MessageAnswer, NewMessage } from '../../protocol/messages.ts';
import type { CopyStore, WaitingPrompt } from '../../store/copies.ts';
import { type LoggedEvent, splitKey } from '../../store/event-log.ts';

const KEPT_MS = 24 * 3_600_000;
const EXPIRED = {
  code: 'host_offline',
  message: 'Its host did not come back within a day. Send it again if it is still needed.',
};

export interface WaitingPromptsOptions {
  readonly copies: CopyStore;
  /** Called when a prompt is added, removed or refused. */
  readonly onChange: () => void;
  readonly post: {
    postPrompt(owner: string, messageId: string, prompt: PostedPrompt): Promise<void>;
    removePrompt(owner: string, messageId: string): Promise<void>;
  };
  readonly now: () => number;
}

export class WaitingPrompts {
  readonly #options: WaitingPromptsOptions;

  constructor(options: WaitingPromptsOptions) {
    this.#options = options;
  }

  async add(key: string, message: NewMessage, { id, name, role }: Identity): Promise<MessageAnswer> {
    const { copies, post, now } = this.#options;
    const { owner = '', sessionId } = splitKey(key);
    const message_id = message.message_id ?? randomUUID();
    const { deliver_when_back: _, ...body } = { ...message, message_id };
    const expires_at = new Date(now() + KEPT_MS).toISOString();
    await post.postPrompt(owner, message_id, {
      session_id: sessionId,
      body,
      by: { id, name, role },
      expires_at,
    });
    copies.savePrompt({
      key,
      message: {
        ...{ message_id, state: 'queued', when: message.when, text: message.text ?? '', by: name },
        images: message.content?.length ?? 0,
        queued_at: new Date(now()).toISOString(),
        blocked_by: 'host_offline',
        place: now(),
      },
    });
    this.#options.onChange();
    return { message_id, session_id: sessionId, state: 'queued', blocked_by: 'host_offline' };
  }

  /** Waiting ones, and for another day those that were refused or came too late. */
  list(key: string): Message[] {
    const { copies, now } = this.#options;
    for (const prompt of copies.prompts()) {
      const { message } = prompt;
      if (Date.parse(message.ended_at ?? message.queued_at) + KEPT_MS >= now()) continue;
      if (message.state === 'failed') copies.removePrompt(message.message_id);
      else this.#fail(prompt, EXPIRED);
    }
    return copies.prompts().flatMap((prompt) => (prompt.key === key ? [prompt.message] : []));
  }

  /** Throws `message_not_found`. */
  async remove(key: string, messageId: string): Promise<Message> {
    const { copies, post, onChange } = this.#options;
    const message = this.list(key).find(({ message_id }) => message_id === messageId);
    if (!message)
      throw new ReinsError('message_not_found', `No prompt ${messageId} is waiting for this session.`);
    if (message.state === 'queued') await post.removePrompt(splitKey(key).owner ?? '', messageId);
    copies.removePrompt(messageId);
    onChange();
    return { ...message, state: 'removed' };
  }

  /** Its host does not accept it: the sender sees why. */
  refuse(owner: string, messageId: string, refusal: Refusal): void {
    const prompt = this.#options.copies
      .prompts()
      .find(({ key, message }) => message.message_id === messageId && splitKey(key).owner === owner);
    if (prompt) this.#fail(prompt, refusal);
  }

  /** The owner has it: from now on it is in the session's own queue. */
  onCommit(events: readonly LoggedEvent[]): void {
    for (const { event } of events)
      if (event.type === 'message_queued') this.#options.copies.removePrompt(event.message_id);
  }

  #fail({ key, message }: WaitingPrompt, error: Refusal): void {
    const { copies, now, onChange } = this.#options;
    const ended_at = new Date(now()).toISOString();
    copies.savePrompt({ key, message: { ...message, state: 'failed', error, ended_at } });
    onChange();
  }
}
