/** Small things kept in the browser between visits: drafts, what was seen. A browser that keeps nothing is no trouble. */

export function readKept<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`reins.${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** Undefined forgets it. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(`reins.${name}`);
    else localStorage.setItem(`reins.${name}`, JSON.stringify(value));
  } catch {
    // Full, or forbidden: then it is not kept.
  }
}
