/**
 * Follows one session of the hub, message by message and in order, across lost connections and restarts of
 * the hub.
 */
import type { Client } from '../sdk/client.ts';
import type { StreamMessage } from '../sdk/stream-message.ts';

export interface Listener {
  /** The next message arrives once this one is processed. */
  receive(message: StreamMessage): Promise<void>;
  /** A permanent refusal by the hub: no such session, no valid token. */
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

  /** Continues after the last message received from this session, otherwise after the event with this id. */
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
        await this.#listener.receive(message);
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
