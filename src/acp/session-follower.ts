/** Follows one session of the hub, message by message and in order, over lost connections and restarts of the hub. */
import type { Client } from '../sdk/client.ts';
import type { StreamMessage } from '../sdk/stream-message.ts';

export interface Listener {
  /** The next message comes when this one has been dealt with. */
  hear(message: StreamMessage): Promise<void>;
  /** The hub refuses for good: no such session, no valid token. */
  fail(error: unknown): void;
}

export class SessionFollower {
  readonly #client: Pick<Client, 'subscribe'>;
  readonly #listener: Listener;
  #end: AbortController | undefined;
  #place: { readonly sessionId: string; readonly lastEventId: string } | undefined;

  constructor(client: Pick<Client, 'subscribe'>, listener: Listener) {
    this.#client = client;
    this.#listener = listener;
  }

  /** False after the session was stopped, which ends its streams. */
  isFollowing(sessionId: string): boolean {
    return this.#end !== undefined && this.#place?.sessionId === sessionId;
  }

  /** Goes on after what was heard of this session before, otherwise after the event with this id. */
  follow(sessionId: string, lastEventId: string): void {
    this.close();
    const end = new AbortController();
    this.#end = end;
    if (this.#place?.sessionId !== sessionId) this.#place = { sessionId, lastEventId };
    void this.#run(this.#place, end);
  }

  close(): void {
    this.#end?.abort();
    this.#end = undefined;
  }

  async #run(
    { sessionId, lastEventId }: { readonly sessionId: string; readonly lastEventId: string },
    end: AbortController,
  ): Promise<void> {
    const { signal } = end;
    try {
      for await (const message of this.#client.subscribe({ sessionId, lastEventId, signal })) {
        await this.#listener.hear(message);
        if (signal.aborted) return;
        if (message.id !== undefined) this.#place = { sessionId, lastEventId: message.id };
      }
    } catch (error) {
      if (!signal.aborted) this.#listener.fail(error);
    } finally {
      if (this.#end === end) this.#end = undefined;
    }
  }
}
