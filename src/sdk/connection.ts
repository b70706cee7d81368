/** Whether the page is live: told by the socket, shown by the banner. */

import { Store } from './store.ts';
import type { ConnectionState } from './subscribe.ts';

export class Connection extends Store {
  #isLive = false;
  #wasLive = false;
  /** When the page last knew that it was up to date. */
  #liveUntil = Date.now();
  #refusal: unknown;

  get isLive(): boolean {
    return this.#isLive;
  }

  /** False until the first connection: then there is nothing stale to warn of. */
  get wasLive(): boolean {
    return this.#wasLive;
  }

  get liveUntil(): number {
    return this.#isLive ? Date.now() : this.#liveUntil;
  }

  /** Set when the hub does not let us in any more. */
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
