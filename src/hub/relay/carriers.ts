/**
 * The carriers that wait at the hub: processes that Claude Code has started to fetch a message, one per session. A carrier
 * takes one message and exits; Claude Code starts the next one at the end of a turn or when the bell rings.
 */

/** A session that follows the bell needs no waiting carrier: one comes when called. */
const STAY_MS = 5000;

export interface Arrival {
  readonly sessionId: string;
  /** It came because the bell rang. */
  readonly byBell: boolean;
  /** Fires when the carrier has exited. */
  readonly gone: AbortSignal;
}

interface Carrier {
  leave(text?: string): void;
}

export class Carriers {
  readonly #stayMs: number;
  readonly #waiting = new Map<string, Carrier>();
  readonly #followingBell = new Set<string>();
  readonly #expecting = new Map<string, Set<() => void>>();

  constructor(stayMs = STAY_MS) {
    this.#stayMs = stayMs;
  }

  /** Resolves with the text to carry, or with nothing if the carrier should exit. */
  receive({ sessionId, byBell, gone }: Arrival): Promise<string | undefined> {
    if (byBell) this.#followingBell.add(sessionId);
    this.dismiss(sessionId);
    return new Promise((resolve) => {
      const leave = (text?: string) => {
        clearTimeout(stay);
        gone.removeEventListener('abort', vanish);
        if (this.#waiting.get(sessionId) === carrier) this.#waiting.delete(sessionId);
        resolve(text);
      };
      const vanish = () => leave();
      const carrier: Carrier = { leave };
      const stay = this.#followingBell.has(sessionId) ? setTimeout(vanish, this.#stayMs) : undefined;
      gone.addEventListener('abort', vanish);
      this.#waiting.set(sessionId, carrier);
      for (const notify of this.#expecting.get(sessionId) ?? []) notify();
    });
  }

  isWaiting(sessionId: string): boolean {
    return this.#waiting.has(sessionId);
  }

  /** Resolves when a carrier is waiting, at the latest after this time. */
  async expect(sessionId: string, ms: number): Promise<void> {
    if (this.isWaiting(sessionId) || ms <= 0) return;
    const all = this.#expecting.get(sessionId) ?? new Set();
    this.#expecting.set(sessionId, all);
    await new Promise<void>((resolve) => {
      const finish = () => {
        clearTimeout(deadline);
        all.delete(finish);
        resolve();
      };
      const deadline = setTimeout(finish, ms);
      all.add(finish);
    });
    if (all.size === 0) this.#expecting.delete(sessionId);
  }

  /** False if no carrier is waiting: then nothing was passed on. */
  hand(sessionId: string, text: string): boolean {
    const carrier = this.#waiting.get(sessionId);
    carrier?.leave(text);
    return carrier !== undefined;
  }

  /** Dismisses a session's carrier without a message. */
  dismiss(sessionId: string): void {
    this.#waiting.get(sessionId)?.leave();
  }

  /** The session has ended, or may get no more messages. */
  forget(sessionId: string): void {
    this.dismiss(sessionId);
    this.#followingBell.delete(sessionId);
  }

  close(): void {
    for (const sessionId of [...this.#waiting.keys()]) this.dismiss(sessionId);
  }
}
