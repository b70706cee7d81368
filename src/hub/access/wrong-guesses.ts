/** Counts wrong codes by the address they come from, over the last minute. In memory only, and bounded. */
import type { Clock } from '../../lib/clock.ts';

const PER_MINUTE = 20;
const MINUTE_MS = 60_000;
/** Beyond this many addresses, the oldest is dropped. */
export const MAX_ADDRESSES = 1000;

export class WrongGuesses {
  readonly #now: Clock;
  /** The most recent address comes last. */
  readonly #byAddress = new Map<string, number[]>();

  constructor(now: Clock) {
    this.#now = now;
  }

  get addresses(): number {
    return this.#byAddress.size;
  }

  /** Counts a wrong code. Returns false if the address has used up its guesses. */
  add(address: string): boolean {
    const since = this.#now() - MINUTE_MS;
    const recent = (this.#byAddress.get(address) ?? []).filter((at) => at > since);
    const isAllowed = recent.length < PER_MINUTE;
    if (isAllowed) recent.push(this.#now());
    this.#byAddress.delete(address);
    this.#byAddress.set(address, recent);
    const [oldest] = this.#byAddress.keys();
    if (this.#byAddress.size > MAX_ADDRESSES && oldest !== undefined) this.#byAddress.delete(oldest);
    return isAllowed;
  }
}
