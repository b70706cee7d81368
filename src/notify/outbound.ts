/** Sends one thing with patience: again when it may help, never when it has become pointless. Nobody waits for it. */
import type { Delivery } from '../protocol/notify.ts';
import type { Sent } from './target.ts';

/** Where deliveries are kept for people to look at. */
export interface DeliveryStore {
  add(delivery: Delivery): void;
  change(id: string, change: Pick<Delivery, 'state'> & { readonly reason?: string | undefined }): void;
}

export interface Outgoing {
  readonly delivery: Omit<Delivery, 'state'>;
  readonly send: () => Promise<Sent>;
  /** Whether it is still worth trying. */
  readonly isWorth: () => boolean;
  readonly onGone?: () => void;
}

/** After these pauses it is tried again. */
const PAUSES_MS = [1000, 5000, 30_000];

export class Outbound {
  readonly #deliveries: DeliveryStore;
  readonly #warn: (message: string, error: unknown) => void;
  readonly #waiting = new Set<NodeJS.Timeout>();
  #isClosed = false;

  constructor(deliveries: DeliveryStore, warn: (message: string, error: unknown) => void) {
    this.#deliveries = deliveries;
    this.#warn = warn;
  }

  /** Resolves when it has been accepted, or given up. Never throws. */
  async send({ delivery, send, isWorth, onGone }: Outgoing): Promise<Sent> {
    this.#note((deliveries) => deliveries.add({ ...delivery, state: 'sending' }));
    for (let attempt = 0; ; attempt += 1) {
      const sent = await send().catch((error: Error): Sent => ({ state: 'failed', reason: error.message }));
      if (sent.state === 'accepted') {
        this.#note((deliveries) => deliveries.change(delivery.id, { state: 'accepted' }));
        return sent;
      }
      if (sent.isGone) this.#note(() => onGone?.());
      const pause = PAUSES_MS[attempt];
      if (pause === undefined || sent.retryMs === undefined) {
        this.#note((deliveries) => deliveries.change(delivery.id, { state: 'failed', reason: sent.reason }));
        return sent;
      }
      this.#note((deliveries) => deliveries.change(delivery.id, { state: 'sending', reason: sent.reason }));
      await this.#pause(Math.max(pause, sent.retryMs));
      if (!isWorth()) {
        this.#note((deliveries) =>
          deliveries.change(delivery.id, { state: 'failed', reason: `${sent.reason}; then it was answered` }),
        );
        return sent;
      }
    }
  }

  /** What is under way may still arrive; nobody is told. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#waiting) clearTimeout(timer);
  }

  /** A deliveries that cannot be written is no reason not to send. */
  #note(write: (deliveries: DeliveryStore) => void): void {
    if (this.#isClosed) return;
    try {
      write(this.#deliveries);
    } catch (error) {
      this.#warn('What became of a notification could not be noted', error);
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(timer);
        resolve();
      }, ms);
      this.#waiting.add(timer.unref());
    });
  }
}
