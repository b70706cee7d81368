/** A time that stays true while one looks at it; the exact one on hover. */
import { Store, useStore } from '../hub/store.ts';
import { exactTime, relativeTime } from './relative-time.ts';

const TICK_MS = 30_000;

/** One for all times on the screen, running while there are any. */
class Clock extends Store {
  #timer: ReturnType<typeof setInterval> | undefined;
  #watchers = 0;

  override onChange(listener: () => void): () => void {
    const stop = super.onChange(listener);
    if (this.#watchers++ === 0) this.#timer = setInterval(() => this.changed(), TICK_MS);
    return () => {
      stop();
      if (--this.#watchers === 0) clearInterval(this.#timer);
    };
  }
}

const clock = new Clock();

/** Now, for words about times: whoever uses it is drawn again as time goes by. */
export function useClock(): number {
  useStore(clock);
  return Date.now();
}

export function Ago({ at }: { readonly at: string }) {
  useStore(clock);
  return (
    // Written out when somebody points at it: to write it out for every row of a list takes time.
    <time
      dateTime={at}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = exactTime(at);
      }}
    >
      {relativeTime(at)}
    </time>
  );
}
