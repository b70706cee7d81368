/**
 * Text while it is being written, of this host's sessions and of those on other hosts. Another host sends it only while
 * someone here follows the session.
 */
import type { TextDelta } from '../../protocol/live.ts';
import type { LiveReader, LiveText } from '../intake/live-text.ts';
import { isCopy } from './both-logs.ts';

export interface BothLiveOptions {
  readonly own: LiveText;
  readonly fleet: {
    /** The text of other hosts' sessions, while there is a fleet. */
    readonly live: LiveText | undefined;
    /** Passes on what the owner of the session writes, until the signal fires. */
    followLive(key: string, take: (delta: TextDelta) => void, signal: AbortSignal): Promise<void>;
  };
}

interface Followed {
  readonly ending: AbortController;
  followers: number;
}

export class BothLive {
  readonly #options: BothLiveOptions;
  readonly #followed = new Map<string, Followed>();

  constructor(options: BothLiveOptions) {
    this.#options = options;
  }

  current(key: string): { readonly item: string; readonly text: string } | undefined {
    const { own, fleet } = this.#options;
    return isCopy(key) ? fleet.live?.current(key) : own.current(key);
  }

  /** Follows one session, or all: of other hosts those that someone follows by name. */
  follow(key: string | undefined, wake: () => void): LiveReader {
    const { own, fleet } = this.#options;
    const { live } = fleet;
    if (!live || (key !== undefined && !isCopy(key))) return own.follow(key, wake);
    const copied = live.follow(key, wake);
    if (key === undefined) {
      const here = own.follow(undefined, wake);
      return {
        take: () => [...here.take(), ...copied.take()],
        close() {
          here.close();
          copied.close();
        },
      };
    }
    const release = this.#request(key, live);
    return {
      take: () => copied.take(),
      close() {
        copied.close();
        release();
      },
    };
  }

  /** Returns a function that ends it with the last follower. */
  #request(key: string, live: LiveText): () => void {
    let followed = this.#followed.get(key);
    if (!followed) {
      followed = { ending: new AbortController(), followers: 0 };
      this.#followed.set(key, followed);
      void this.#options.fleet.followLive(key, (delta) => live.put(key, delta), followed.ending.signal);
    }
    followed.followers += 1;
    const { ending } = followed;
    return () => {
      if (!followed || --followed.followers > 0) return;
      ending.abort();
      live.clear(key);
      this.#followed.delete(key);
    };
  }
}
