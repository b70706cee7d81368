/** Text broken into lines that fit a width, at spaces where there are some; nothing is ever cut off. */
import { graphemesOf } from './graphemes.ts';
import { textWidth } from './text-width.ts';

/** Keeps the line breaks of the text. It must be clean. */
export function wrapText(text: string, width: number): string[] {
  const room = Math.max(8, width);
  return text
    .replaceAll('\t', '    ')
    .split('\n')
    .flatMap((line) => wrapLine(line, room));
}

/** Goes through the line once: what a line takes over from the one before holds no space, so it is measured at most twice. */
function wrapLine(line: string, width: number): string[] {
  if (textWidth(line) <= width) return [line];
  const lines: string[] = [];
  let [start, used] = [0, 0];
  // Where the first word of this line begins, and the last space behind it.
  let [word, space] = [-1, -1];
  for (const { segment, index } of graphemesOf(line)) {
    const isSpace = segment.startsWith(' ');
    const wide = textWidth(segment);
    while (used + wide > width && start <= index) {
      // A line that begins with spaces is not broken right after them.
      const cut = isSpace || space < 0 ? index : space;
      lines.push(line.slice(start, cut));
      start = line[cut] === ' ' ? cut + 1 : cut;
      [word, space] = [start < index ? start : -1, -1];
      used = start < index ? textWidth(line.slice(start, index)) : 0;
    }
    // The space at which the line was broken is in none.
    if (start > index) continue;
    used += wide;
    if (isSpace && word >= 0) space = index;
    else if (word < 0 && segment.trim() !== '') word = index;
  }
  return [...lines, line.slice(start)];
}
