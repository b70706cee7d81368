/** A value of which the newest observation counts, in whatever order observations arrive. */

export interface Latest<T> {
  readonly value: T;
  /** When it was observed, in milliseconds. */
  readonly at: number;
}

/** The newer of the two; of two equally old ones the same one wins whichever came first. */
export function later<T>(current: Latest<T> | undefined, value: T, at: number): Latest<T> {
  if (!current || at > current.at) return { value, at };
  if (at < current.at) return current;
  return JSON.stringify(value) > JSON.stringify(current.value) ? { value, at } : current;
}
