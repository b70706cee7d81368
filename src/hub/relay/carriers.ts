/**
 * The carriers that wait at the hub: processes that Claude Code has started to fetch a message for their session, one per
 * session. A carrier takes one message and goes; Claude Code starts the next one at the end of a turn or at a ring.
 */

/** A session that hears the bell need not be waited for: a carrier comes when it is called. */
const STAY_MS = 5000;

export interface Arrival {
  readonly sessionId: string;
  /** It came because the bell was rung. */
  readonly byBell: boolean;
  /** Fires when the carrier is gone. */
  readonly gone: AbortSignal;
}

interface Carrier {
  leave(words?: string): void;
}

export class Carriers {
  readonly #stayMs: number;
  readonly #waiting = new Map<string, Carrier>();
  readonly #hearing = new Set<string>();
  readonly #expecting = new Map<string, Set<() => void>>();

  constructor(stayMs = STAY_MS) {
    this.#stayMs = stayMs;
  }

  /** Resolves with the words to carry, or with nothing when the carrier shall go. */
  receive({ sessionId, byBell, gone }: Arrival): Promise<string | undefined> {
    if (byBell) this.#hearing.add(sessionId);
    this.dismiss(sessionId);
    return new Promise((resolve) => {
      const leave = (words?: string) => {
        clearTimeout(stay);
        gone.removeEventListener('abort', vanish);
        if (this.#waiting.get(sessionId) === carrier) this.#waiting.delete(sessionId);
        resolve(words);
      };
      const vanish = () => leave();
      const carrier: Carrier = { leave };
      const stay = this.#hearing.has(sessionId) ? setTimeout(vanish, this.#stayMs) : undefined;
      gone.addEventListener('abort', vanish);
      this.#waiting.set(sessionId, carrier);
      for (const tell of this.#expecting.get(sessionId) ?? []) tell();
    });
  }

  isWaiting(sessionId: string): boolean {
    return this.#waiting.has(sessionId);
  }

  /** Resolves when a carrier waits, at the latest after this time. */
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

  /** False when no carrier waits: then nothing was handed over. */
  hand(sessionId: string, words: string): boolean {
    const carrier = this.#waiting.get(sessionId);
    carrier?.leave(words);
    return carrier !== undefined;
  }

  /** Sends the carrier of a session away with nothing. */
  dismiss(sessionId: string): void {
    this.#waiting.get(sessionId)?.leave();
  }

  /** The session is over, or may get no more messages. */
  forget(sessionId: string): void {
    this.dismiss(sessionId);
    this.#hearing.delete(sessionId);
  }

  close(): void {
    for (const sessionId of [...this.#waiting.keys()]) this.dismiss(sessionId);
  }
}
