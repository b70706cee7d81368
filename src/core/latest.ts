/** A value whose newest observation counts, in whatever order observations arrive. */

export interface Latest<T> {
  readonly value: T;
  /** When it was observed, in milliseconds. */
  readonly at: number;
}

/** The newer of the two; if they are equally old, the same one wins in either order. */
export function later<T>(current: Latest<T> | undefined, value: T, at: number): Latest<T> {
  if (!current || at > current.at) return { value, at };
  if (at < current.at) return current;
  return JSON.stringify(value) > JSON.stringify(current.value) ? { value, at } : current;
}
