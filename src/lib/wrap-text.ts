/** Wraps text to a width, at spaces if possible. Never cuts anything off. */
import { graphemesOf } from './graphemes.ts';
import { textWidth } from './text-width.ts';

/** Keeps the line breaks of the text, which must be clean. */
export function wrapText(text: string, width: number): string[] {
  const room = Math.max(8, width);
  return text
    .replaceAll('\t', '    ')
    .split('\n')
    .flatMap((line) => wrapLine(line, room));
}

/** Linear: the part carried over from the previous line contains no space, so it is measured at most twice. */
function wrapLine(line: string, width: number): string[] {
  if (textWidth(line) <= width) return [line];
  const lines: string[] = [];
  let [start, used] = [0, 0];
  // The start of this line's first word, and the last space after it.
  let [word, space] = [-1, -1];
  for (const { segment, index } of graphemesOf(line)) {
    const isSpace = segment.startsWith(' ');
    const wide = textWidth(segment);
    while (used + wide > width && start <= index) {
      // A line is not broken right after its leading spaces.
      const cut = isSpace || space < 0 ? index : space;
      lines.push(line.slice(start, cut));
      start = line[cut] === ' ' ? cut + 1 : cut;
      [word, space] = [start < index ? start : -1, -1];
      used = start < index ? textWidth(line.slice(start, index)) : 0;
    }
    // The space at the break belongs to neither line.
    if (start > index) continue;
    used += wide;
    if (isSpace && word >= 0) space = index;
    else if (word < 0 && segment.trim() !== '') word = index;
  }
  return [...lines, line.slice(start)];
}
