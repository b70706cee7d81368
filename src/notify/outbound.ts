/** Sends one message with retries: again if it may help, never once it is outdated. Runs in the background. */
import type { Delivery } from '../protocol/notify.ts';
import type { Sent } from './target.ts';

/** Where deliveries are recorded for people to look at. */
export interface DeliveryStore {
  add(delivery: Delivery, content?: object): void;
  change(id: string, change: Pick<Delivery, 'state'> & { readonly reason?: string | undefined }): void;
}

export interface Outgoing {
  readonly delivery: Omit<Delivery, 'state'>;
  /** What a later hub needs to send it; without it, that hub gives it up. */
  readonly content?: object;
  /** Already recorded by an earlier hub. */
  readonly isEarlier?: boolean;
  readonly send: () => Promise<Sent>;
  /** Whether it is still worth sending. */
  readonly isWorth: () => boolean;
  readonly onGone?: () => void;
}

/** The pauses before each retry: to devices, and to channels, whose receivers may be restarting. */
const PAUSES_MS = [1000, 5000, 30_000];
const CHANNEL_PAUSES_MS = [...PAUSES_MS, 300_000, 1_800_000];

export class Outbound {
  readonly #deliveries: DeliveryStore;
  readonly #warn: (message: string, error: unknown) => void;
  readonly #waiting = new Set<NodeJS.Timeout>();
  #isClosed = false;

  constructor(deliveries: DeliveryStore, warn: (message: string, error: unknown) => void) {
    this.#deliveries = deliveries;
    this.#warn = warn;
  }

  /** Resolves when the message has been accepted or given up. Never throws. */
  async send({ delivery, content, isEarlier, send, isWorth, onGone }: Outgoing): Promise<Sent> {
    const pauses = delivery.device_id === undefined ? CHANNEL_PAUSES_MS : PAUSES_MS;
    if (!isEarlier) this.#note((deliveries) => deliveries.add({ ...delivery, state: 'sending' }, content));
    for (let attempt = 0; ; attempt += 1) {
      const sent = await send().catch((error: Error): Sent => ({ state: 'failed', reason: error.message }));
      if (sent.state === 'accepted') {
        this.#note((deliveries) => deliveries.change(delivery.id, { state: 'accepted' }));
        return sent;
      }
      if (sent.isGone) this.#note(() => onGone?.());
      const pause = pauses[attempt];
      if (pause === undefined || sent.retryMs === undefined) {
        this.#note((deliveries) => deliveries.change(delivery.id, { state: 'failed', reason: sent.reason }));
        return sent;
      }
      this.#note((deliveries) => deliveries.change(delivery.id, { state: 'sending', reason: sent.reason }));
      await this.#pause(Math.max(pause, sent.retryMs));
      if (!isWorth()) {
        this.#note((deliveries) =>
          deliveries.change(delivery.id, {
            state: 'failed',
            reason: `${sent.reason}; answered in the meantime`,
          }),
        );
        return sent;
      }
    }
  }

  /** Records that an earlier delivery is not continued. */
  giveUp(id: string, reason: string): void {
    this.#note((deliveries) => deliveries.change(id, { state: 'failed', reason }));
  }

  /** A message in transit may still arrive; nothing is reported. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#waiting) clearTimeout(timer);
  }

  /** A delivery that cannot be recorded is still sent. */
  #note(write: (deliveries: DeliveryStore) => void): void {
    if (this.#isClosed) return;
    try {
      write(this.#deliveries);
    } catch (error) {
      this.#warn('Failed to record the delivery of a notification', error);
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
