/** Wraps styled text at spaces; measures it before painting. Nothing is cut. */
import { textWidth } from '../../lib/text-width.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { Span } from './spans.ts';

/** Texts must be sanitized and without line breaks. */
export function wrapSpans(spans: readonly Span[], width: number): string[] {
  const room = Math.max(8, width);
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const turn = () => {
    lines.push(line.trimEnd());
    line = '';
    used = 0;
  };
  for (const { text, paint = (words: string) => words } of spans) {
    for (const word of text.match(/ +|[^ ]+/g) ?? []) {
      const wide = textWidth(word);
      if (word.startsWith(' ')) {
        // Spaces at a break belong to neither line.
        if (used > 0 && used + wide < room) {
          line += word;
          used += wide;
        } else if (used > 0) turn();
        continue;
      }
      if (used > 0 && used + wide > room) turn();
      const pieces = wide > room ? wrapText(word, room) : [word];
      pieces.forEach((piece, index) => {
        if (index > 0) turn();
        line += paint(piece);
        used += textWidth(piece);
      });
    }
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()];
}
