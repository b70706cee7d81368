/** The smallest thing that can change and be watched: what screens are drawn from. */
import { useLayoutEffect, useReducer } from 'preact/hooks';

export abstract class Store {
  readonly #listeners = new Set<() => void>();

  /** Calls back after every change, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Draws the component again whenever the store has changed, at most once a frame. */
export function useStore<S extends Pick<Store, 'onChange'>>(store: S): S {
  const [, redraw] = useReducer<number, undefined>((count) => count + 1, 0);
  useLayoutEffect(() => {
    let frame = 0;
    const stop = store.onChange(() => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        redraw(undefined);
      });
      // A page in the background gets no frames; it is drawn when it is looked at again.
    });
    redraw(undefined);
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [store]);
  return store;
}
