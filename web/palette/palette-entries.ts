/** What the palette offers, and what it finds in it. */
import type { Status } from '../../src/protocol/session.ts';

export interface Entry {
  readonly id: string;
  readonly words: string;
  /** Shown beside it, and searched too. */
  readonly about?: string | undefined;
  readonly key?: string | undefined;
  /** Of a session. */
  readonly status?: Status | undefined;
  readonly act: () => void;
}

/** Entries that contain every typed word; those that start with the text come first. */
export function matching(entries: readonly Entry[], typed: string): Entry[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/);
  const found = entries.filter((entry) => {
    const whole = `${entry.words} ${entry.about ?? ''}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
  const isFirst = (entry: Entry) => Number(entry.words.toLowerCase().startsWith(text));
  return found.sort((a, b) => isFirst(b) - isFirst(a));
}

/** The next position in a list that starts again at its end. */
export function stepped(at: number, step: number, count: number): number {
  return count === 0 ? 0 : (at + step + count) % count;
}
