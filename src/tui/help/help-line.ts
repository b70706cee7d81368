/** The keys that do something here, on the last line; the first ones stay when the screen is narrow. */
import type { Style } from '../../lib/style.ts';
import { textWidth } from '../../lib/text-width.ts';

export type HelpEntry = readonly [key: string, words: string];

const GAP = '  ';

/** The last entry, which leads to all keys, always fits. */
export function helpLine(entries: readonly HelpEntry[], width: number, style: Style): string {
  const all: readonly HelpEntry[] = [...entries, ['?', 'keys']];
  const size = ([key, words]: HelpEntry) => textWidth(`${key} ${words}${GAP}`);
  const last = all[all.length - 1] as HelpEntry;
  let used = size(last);
  const shown = all.slice(0, -1).filter((entry) => {
    used += size(entry);
    return used <= width;
  });
  return [...shown, last].map(([key, words]) => `${style.strong(key)} ${style.quiet(words)}`).join(GAP);
}
