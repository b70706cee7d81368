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

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let rest = line;
  while (textWidth(rest) > width) {
    const fits = beginningOf(rest, width);
    const space = rest[fits.length] === ' ' ? fits.length : fits.lastIndexOf(' ');
    // A line that begins with spaces is not broken right after them.
    const cut = space <= 0 || fits.slice(0, space).trim() === '' ? fits.length : space;
    lines.push(rest.slice(0, cut));
    rest = rest.slice(cut).replace(/^ /, '');
  }
  return [...lines, rest];
}

function beginningOf(text: string, width: number): string {
  let used = 0;
  let length = 0;
  for (const { segment } of graphemesOf(text)) {
    used += textWidth(segment);
    if (used > width) break;
    length += segment.length;
  }
  return text.slice(0, length);
}
