/**
 * Messages on their way from this page to the hub. Without a connection they wait here, shown as waiting, and go out once
 * when it is back: each has its id from the start, so that the hub takes it once however often it is sent. Texts also survive
 * a reload; pictures are too large to be kept.
 */
import type { Client } from '../../src/sdk/index.ts';
import { type Outgoing, toMessage } from '../composer/outgoing.ts';
import { keep, readKept } from './kept.ts';
import { Store } from './store.ts';

export interface Waiting {
  readonly sessionId: string;
  readonly outgoing: Outgoing;
  /** `sending` is told only when it takes long enough to be noticed. */
  readonly state: 'quick' | 'sending' | 'unsent' | 'failed';
  readonly note?: string;
}

const NOTICED_AFTER_MS = 400;
const MOST_BETWEEN_MS = 3000;

export class Outbox extends Store {
  readonly #client: Pick<Client, 'send'>;
  readonly #waiting = new Map<string, Waiting>();
  readonly #signal: AbortSignal;

  constructor(client: Pick<Client, 'send'>, signal: AbortSignal) {
    super();
    this.#client = client;
    this.#signal = signal;
    for (const { sessionId, outgoing } of readKept<readonly Waiting[]>('outbox', []))
      this.send(sessionId, outgoing);
  }

  of(sessionId: string): Waiting[] {
    return [...this.#waiting.values()].filter((one) => one.sessionId === sessionId);
  }

  send(sessionId: string, outgoing: Outgoing): void {
    this.#set({ sessionId, outgoing, state: 'quick' });
    setTimeout(() => {
      const now = this.#waiting.get(outgoing.message_id);
      if (now?.state === 'quick') this.#set({ ...now, state: 'sending' });
    }, NOTICED_AFTER_MS);
    void this.#deliver(sessionId, outgoing);
  }

  /** Stops trying. What has reached the hub all the same stands in the session's queue. */
  takeBack(messageId: string): void {
    this.#waiting.delete(messageId);
    this.#keep();
  }

  async #deliver(sessionId: string, outgoing: Outgoing): Promise<void> {
    const { message_id } = outgoing;
    // What was written first goes first.
    while (this.#isBehind(sessionId, message_id) && !this.#signal.aborted) await this.#nextChange();
    for (let failures = 1; this.#waiting.has(message_id) && !this.#signal.aborted; failures++) {
      try {
        await this.#client.send(sessionId, toMessage(outgoing));
        return this.takeBack(message_id);
      } catch (error) {
        if (!this.#waiting.has(message_id)) return;
        const { code, message } = error as { code?: string; message: string };
        if (code !== 'hub_not_running') {
          return this.#set({ sessionId, outgoing, state: 'failed', note: message });
        }
        this.#set({ sessionId, outgoing, state: 'unsent' });
        await new Promise((resolve) => setTimeout(resolve, Math.min(MOST_BETWEEN_MS, 300 * failures)));
      }
    }
  }

  /** Another message to the same session was written before it and is still on its way. */
  #isBehind(sessionId: string, messageId: string): boolean {
    const all = this.of(sessionId).filter(({ state }) => state !== 'failed');
    return all.findIndex(({ outgoing }) => outgoing.message_id === messageId) > 0;
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.onChange(() => {
        stop();
        resolve();
      });
    });
  }

  #set(waiting: Waiting): void {
    this.#waiting.set(waiting.outgoing.message_id, waiting);
    this.#keep();
  }

  #keep(): void {
    const texts = [...this.#waiting.values()].filter(({ outgoing }) => outgoing.pictures.length === 0);
    keep('outbox', texts.length === 0 ? undefined : texts);
    this.changed();
  }
}
