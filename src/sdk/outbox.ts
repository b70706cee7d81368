/**
 * Messages on their way from a page or a terminal to the hub. Without a connection they wait here, shown as waiting, and go
 * out once when it is back: each has its id from the start, so that the hub takes it once however often it is sent. Texts
 * survive a reload where there is a memory for them; pictures are too large to be kept.
 */
import { pause } from './backoff.ts';
import type { Client } from './client.ts';
import { type Outgoing, toMessage } from './outgoing.ts';
import { Store } from './store.ts';

export interface Waiting {
  readonly sessionId: string;
  readonly outgoing: Outgoing;
  /** `sending` is told only when it takes long enough to be noticed. */
  readonly state: 'quick' | 'sending' | 'unsent' | 'failed';
  readonly note?: string;
}

/** Where messages outlive the program that sends them. */
export interface OutboxMemory {
  read(): readonly Waiting[];
  keep(waiting: readonly Waiting[]): void;
}

const NO_MEMORY: OutboxMemory = { read: () => [], keep: () => {} };
const NOTICED_AFTER_MS = 400;
const MOST_BETWEEN_MS = 3000;

export class Outbox extends Store {
  readonly #client: Pick<Client, 'send'>;
  readonly #waiting = new Map<string, Waiting>();
  readonly #signal: AbortSignal;
  readonly #memory: OutboxMemory;

  constructor(client: Pick<Client, 'send'>, signal: AbortSignal, memory: OutboxMemory = NO_MEMORY) {
    super();
    this.#client = client;
    this.#signal = signal;
    this.#memory = memory;
    for (const { sessionId, outgoing } of memory.read()) this.send(sessionId, outgoing);
  }

  /** How many are held up: whoever leaves now loses them, unless they are kept. */
  get held(): number {
    return [...this.#waiting.values()].filter(({ state }) => state !== 'quick').length;
  }

  of(sessionId: string): Waiting[] {
    return [...this.#waiting.values()].filter((one) => one.sessionId === sessionId);
  }

  send(sessionId: string, outgoing: Outgoing): void {
    this.#set({ sessionId, outgoing, state: 'quick' });
    void pause(NOTICED_AFTER_MS, this.#signal).then(() => {
      const now = this.#waiting.get(outgoing.message_id);
      if (now?.state === 'quick') this.#set({ ...now, state: 'sending' });
    });
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
        await pause(Math.min(MOST_BETWEEN_MS, 300 * failures), this.#signal);
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
    this.#memory.keep([...this.#waiting.values()].filter(({ outgoing }) => outgoing.pictures.length === 0));
    this.changed();
  }
}
