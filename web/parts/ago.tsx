/** A relative time that stays current; the exact time is shown on hover. */
import { Store, useStore } from '../hub/store.ts';
import { exactTime, relativeTime } from './relative-time.ts';

const TICK_MS = 30_000;

/** One clock for all times on the screen; runs only while there are any. */
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

/** The current time; re-renders the component as time passes. */
export function useClock(): number {
  useStore(clock);
  return Date.now();
}

export function Ago({ at }: { readonly at: string }) {
  useStore(clock);
  return (
    // Formatted on hover only: formatting it for every row of a list is slow.
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
