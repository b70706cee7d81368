/** The footer with the keys of the screen; a narrow screen shows the first ones. */
import type { Style } from '../../lib/style.ts';
import { textWidth } from '../../lib/text-width.ts';

/** `always`: space is reserved for it, unless that would leave too little for the others. */
export type HelpEntry = readonly [key: string, words: string, space?: 'always'];

const GAP = '  ';

/** A narrower screen has only space for the first keys. */
const WIDE = 60;

const ALL_KEYS: HelpEntry = ['?', 'keys'];

/** The help key always fits; it is omitted while writing, where a question mark is text. */
export function helpLine(
  entries: readonly HelpEntry[],
  width: number,
  style: Style,
  isWriting = false,
): string {
  const size = ([key, words]: HelpEntry) => textWidth(`${key} ${words}${GAP}`);
  const end = isWriting ? [] : [ALL_KEYS];
  const sizeOf = (some: readonly HelpEntry[]) => some.reduce((sum, entry) => sum + size(entry), 0);
  const important = entries.filter(([, , space]) => space === 'always');
  const reserved = new Set(width >= WIDE && sizeOf(important) <= width / 2 ? important : []);
  let used = sizeOf([...reserved, ...end]);
  const shown = entries.filter((entry) => {
    if (reserved.has(entry)) return true;
    used += size(entry);
    return used <= width;
  });
  return [...shown, ...end].map(([key, words]) => `${style.strong(key)} ${style.quiet(words)}`).join(GAP);
}
