/** Small values kept in the browser between visits, such as drafts. Works without storage, too. */

const PREFIX = 'reins.';

export function readKept<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`${PREFIX}${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

/** Undefined deletes it. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(`${PREFIX}${name}`);
    else localStorage.setItem(`${PREFIX}${name}`, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden.
  }
}

/** The rest of every kept name that starts with `beginning`, from any tab. */
export function keptUnder(beginning: string): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
      .filter((name) => name.startsWith(`${PREFIX}${beginning}`))
      .map((name) => name.slice(PREFIX.length + beginning.length));
  } catch {
    return [];
  }
}

/** Calls `listener` when another tab deletes a value whose name starts with `beginning`. */
export function onForgotten(beginning: string, listener: (rest: string) => void, signal: AbortSignal): void {
  const received = ({ key, newValue }: StorageEvent) => {
    if (newValue === null && key?.startsWith(`${PREFIX}${beginning}`)) {
      listener(key.slice(PREFIX.length + beginning.length));
    }
  };
  globalThis.addEventListener?.('storage', received, { signal });
}
