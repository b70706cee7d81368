/**
 * Gives memory back when nothing has been said for a moment. What is read from a pipe lies outside the heap that V8 watches,
 * so a runner that had much to write would otherwise stay large for as long as it lives.
 */

const QUIET_MS = 500;

/** Returns what is to be called on every sign of life. Does nothing unless Node was started with `--expose-gc`. */
export function tidyWhenQuiet(): () => void {
  const { gc } = globalThis;
  if (!gc) return () => {};
  const timer = setTimeout(() => void gc(), QUIET_MS).unref();
  return () => void timer.refresh();
}
