/**
 * Prompts on their way from a page or a terminal to the hub. Without a connection they wait here, visibly,
 * and are sent once it is back: each has its id from the start, so that the hub accepts it once no matter how
 * often it is sent. Texts survive a reload if there is a storage for them; images are too large to store.
 */
import { ReinsError } from '../protocol/errors.ts';
import { backOffBriefly, pause } from './backoff.ts';
import type { Client } from './client.ts';
import { type Outgoing, toMessage } from './outgoing.ts';
import { isUnreachable } from './retry-until-reached.ts';
import { Store } from './store.ts';

export interface Waiting {
  readonly sessionId: string;
  readonly outgoing: Outgoing;
  /**
   * `sending` is reported only if it takes noticeably long. An `unsent` prompt has certainly not reached the
   * hub.
   */
  readonly state: 'quick' | 'sending' | 'unsent' | 'failed';
  readonly note?: string;
  /** Sent, with unknown outcome: it may have arrived. */
  readonly isOut: boolean;
  readonly writtenAt: number;
}

/**
 * Where prompts outlive the program that sends them. Each is stored separately: several tabs may share a
 * storage.
 */
export interface OutboxMemory {
  read(): readonly Waiting[];
  keep(waiting: Waiting): void;
  forget(messageId: string): void;
  /** Reports what another tab has removed: it was sent there, or cancelled. */
  onForgotten?(listener: (messageId: string) => void, signal: AbortSignal): void;
}

const NO_MEMORY: OutboxMemory = { read: () => [], keep: () => {}, forget: () => {} };
/** An attempt that fails sooner never left: there was no network, or nothing listened. */
const NOTICED_AFTER_MS = 400;

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
    for (const one of memory.read().toSorted((a, b) => a.writtenAt - b.writtenAt)) this.#begin(one);
    memory.onForgotten?.((id) => this.#remove(id), signal);
  }

  /** The number of delayed prompts: they are lost if the program ends now, unless they are stored. */
  get held(): number {
    return [...this.#waiting.values()].filter(({ state }) => state !== 'quick').length;
  }

  of(sessionId: string): Waiting[] {
    return [...this.#waiting.values()].filter((one) => one.sessionId === sessionId);
  }

  send(sessionId: string, outgoing: Outgoing): void {
    this.#begin({ sessionId, outgoing, state: 'quick', isOut: false, writtenAt: Date.now() });
  }

  /**
   * Stops retrying, after the attempt that is being made. Resolves to false, and does nothing, if it may have reached the
   * hub: then its response must be awaited.
   */
  async withdraw(messageId: string): Promise<boolean> {
    const now = () => this.#waiting.get(messageId);
    while (now()?.isOut && now()?.state !== 'sending') await this.#nextChange();
    if (now()?.isOut !== false) return false;
    this.#remove(messageId);
    return true;
  }

  #begin(waiting: Waiting): void {
    const { message_id } = waiting.outgoing;
    this.#set({ ...waiting, state: 'quick' });
    void pause(NOTICED_AFTER_MS, this.#signal).then(() => {
      const now = this.#waiting.get(message_id);
      if (now?.state === 'quick') this.#set({ ...now, state: now.isOut ? 'sending' : 'unsent' });
    });
    void this.#deliver(waiting.sessionId, waiting.outgoing);
  }

  async #deliver(sessionId: string, outgoing: Outgoing): Promise<void> {
    const { message_id } = outgoing;
    // Sends in the order of writing.
    while (this.#isBehind(sessionId, message_id) && !this.#signal.aborted) await this.#nextChange();
    for (let failures = 1; !this.#signal.aborted; failures++) {
      const before = this.#waiting.get(message_id);
      if (!before) return;
      let isNoticed = false;
      this.#set({ ...before, isOut: true });
      const notice = () => {
        isNoticed = true;
        this.#change(message_id, { state: 'sending' });
      };
      // Without a network it cannot leave, however long a busy browser takes to refuse it.
      const timer = isOffline() ? undefined : setTimeout(notice, NOTICED_AFTER_MS);
      try {
        await this.#client.send(sessionId, toMessage(outgoing));
        return this.#remove(message_id);
      } catch (error) {
        if (!isUnreachable(error)) {
          return this.#change(message_id, { state: 'failed', note: (error as Error).message, isOut: false });
        }
        const isOut = before.isOut || isNoticed || wasAnswered(error);
        this.#change(message_id, { state: isOut ? 'sending' : 'unsent', isOut });
      } finally {
        clearTimeout(timer);
      }
      await backOffBriefly(failures, this.#signal);
    }
  }

  /** An earlier prompt to the same session is still on its way. */
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

  /** Does nothing for a prompt that was removed. */
  #change(messageId: string, patch: Partial<Waiting>): void {
    const now = this.#waiting.get(messageId);
    if (now) this.#set({ ...now, ...patch });
  }

  #set(waiting: Waiting): void {
    const { message_id, pictures } = waiting.outgoing;
    this.#waiting.set(message_id, waiting);
    if (pictures.length === 0) this.#memory.keep(waiting);
    this.changed();
  }

  #remove(messageId: string): void {
    if (!this.#waiting.delete(messageId)) return;
    this.#memory.forget(messageId);
    this.changed();
  }
}

/** Whether the browser knows that it has no network. Other programs do not know. */
function isOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}

/** Something between us and the hub responded: it may have passed the prompt on before. */
function wasAnswered(error: unknown): boolean {
  return error instanceof ReinsError && error.details?.['status'] !== undefined;
}
