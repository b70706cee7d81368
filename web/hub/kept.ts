/** Small things kept in the browser between visits: drafts, what was seen. A browser that keeps nothing is no trouble. */

const PREFIX = 'reins.';

export function readKept<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`${PREFIX}${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** Undefined forgets it. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(`${PREFIX}${name}`);
    else localStorage.setItem(`${PREFIX}${name}`, JSON.stringify(value));
  } catch {
    // Full, or forbidden: then it is not kept.
  }
}

/** What follows `beginning` in the names of all that is kept under it, by whichever tab. */
export function keptUnder(beginning: string): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
      .filter((name) => name.startsWith(`${PREFIX}${beginning}`))
      .map((name) => name.slice(PREFIX.length + beginning.length));
  } catch {
    return [];
  }
}

/** Tells when another tab has forgotten something that is kept under `beginning`. */
export function onForgotten(beginning: string, listener: (rest: string) => void, signal: AbortSignal): void {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (newValue === null && key?.startsWith(`${PREFIX}${beginning}`)) {
      listener(key.slice(PREFIX.length + beginning.length));
    }
  };
  globalThis.addEventListener?.('storage', heard, { signal });
}
