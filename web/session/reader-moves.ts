/** Reports when a reader moves a list: with a wheel, a finger or a key. */
import { KEY_SCROLL } from '../keys/use-keys.ts';

const [UP, DOWN] = [
  ['PageUp', 'Home', 'ArrowUp'],
  ['PageDown', 'End', 'ArrowDown'],
];

/** `maybe-up`: a finger moves it in both directions, and something else under a wheel may scroll instead. */
type Move = 'up' | 'maybe-up' | 'down';

/** Returns an unsubscribe function. */
export function onReaderMoves(box: HTMLElement, moved: (move: Move) => void): () => void {
  const stop = new AbortController();
  // Before the handlers of elements. Passive, which JSX cannot express: the browser scrolls without waiting.
  const options = { capture: true, passive: true, signal: stop.signal };
  box.addEventListener('wheel', ({ deltaY }) => moved(deltaY < 0 ? 'maybe-up' : 'down'), options);
  box.addEventListener('touchmove', () => moved('maybe-up'), options);
  const pressed = ({ key }: KeyboardEvent) => {
    if (UP.includes(key)) moved('maybe-up');
    if (DOWN.includes(key)) moved('down');
  };
  box.addEventListener('keydown', pressed, options);
  const scrolled = (event: Event) => moved((event as CustomEvent<number>).detail < 0 ? 'up' : 'down');
  box.addEventListener(KEY_SCROLL, scrolled, options);
  return () => stop.abort();
}
