/** Re-renders components when their store changes. */
import { useLayoutEffect, useReducer } from 'preact/hooks';
import { Store } from '../../src/sdk/store.ts';

export { Store };

/** Re-renders the component when the store changes, at most once per frame. */
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
      // A page in the background gets no frames; it renders when it is visible again.
    });
    // Other components may have changed the store while they rendered.
    if (store.version !== drawn) redraw(undefined);
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [store]);
  return store;
}
