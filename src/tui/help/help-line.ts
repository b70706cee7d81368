/** The footer with the keys of the screen; a narrow screen shows the first ones. */
import type { Style } from '../../lib/style.ts';
import { textWidth } from '../../lib/text-width.ts';

export type HelpEntry = readonly [key: string, words: string];

const GAP = '  ';

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
  let used = end.reduce((sum, entry) => sum + size(entry), 0);
  const shown = entries.filter((entry) => {
    used += size(entry);
    return used <= width;
  });
  return [...shown, ...end].map(([key, words]) => `${style.strong(key)} ${style.quiet(words)}`).join(GAP);
}
