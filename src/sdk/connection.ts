/** Whether the page is live: reported by the socket, shown by the banner. */

import { Store } from './store.ts';
import type { ConnectionState } from './subscribe.ts';

export class Connection extends Store {
  #isLive = false;
  #wasLive = false;
  /** When the page was last known to be up to date. */
  #liveUntil = Date.now();
  #refusal: unknown;

  get isLive(): boolean {
    return this.#isLive;
  }

  /** False until the first connection: before that nothing can be stale. */
  get wasLive(): boolean {
    return this.#wasLive;
  }

  get liveUntil(): number {
    return this.#isLive ? Date.now() : this.#liveUntil;
  }

  /** Set if the hub denies access. */
  get refusal(): unknown {
    return this.#refusal;
  }

  take({ state }: ConnectionState): void {
    if (this.#isLive) this.#liveUntil = Date.now();
    this.#isLive = state === 'open';
    this.#wasLive ||= this.#isLive;
    this.changed();
  }

  refuse(error: unknown): void {
    this.#isLive = false;
    this.#refusal = error;
    this.changed();
  }
}
