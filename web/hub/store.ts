/** Draws components again when what they are drawn from has changed. */
import { useLayoutEffect, useReducer } from 'preact/hooks';
import { Store } from '../../src/sdk/store.ts';

export { Store };

/** Draws the component again whenever the store has changed, at most once a frame. */
export function useStore<S extends Pick<Store, 'onChange'> & Partial<Pick<Store, 'version'>>>(store: S): S {
  const drawn = store.version;
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
    // What other parts of the screen did to it while they were drawn.
    if (store.version !== drawn) redraw(undefined);
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [store]);
  return store;
}
