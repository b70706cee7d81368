/** Reports when a reader moves a list: with a wheel, a finger or a key. */
import { KEY_SCROLL } from '../keys/use-keys.ts';

const [UP, DOWN] = [
  ['PageUp', 'Home', 'ArrowUp'],
  ['PageDown', 'End', 'ArrowDown'],
];

/** A finger may move it in both directions: `isUp` is true. Returns an unsubscribe function. */
export function onReaderMoves(box: HTMLElement, moved: (isUp: boolean) => void): () => void {
  const stop = new AbortController();
  // Before the handlers of elements. Passive, which JSX cannot express: the browser scrolls without waiting.
  const options = { capture: true, passive: true, signal: stop.signal };
  box.addEventListener('wheel', ({ deltaY }) => moved(deltaY < 0), options);
  box.addEventListener('touchmove', () => moved(true), options);
  box.addEventListener(KEY_SCROLL, (event) => moved((event as CustomEvent<number>).detail < 0), options);
  const pressed = ({ key }: KeyboardEvent) => {
    if (UP.includes(key)) moved(true);
    if (DOWN.includes(key)) moved(false);
  };
  box.addEventListener('keydown', pressed, options);
  return () => stop.abort();
}
