/** Builds screen lines from styled spans: sanitized, measured and cut before they are painted. */
import { cleanLine } from '../../lib/clean-text.ts';
import type { Paint } from '../../lib/style.ts';
import { cutToWidth, textWidth } from '../../lib/text-width.ts';

export interface Span {
  readonly text: string;
  readonly paint?: Paint | undefined;
}

export function span(text: string, paint?: Paint): Span {
  return { text, paint };
}

/** One line of at most `width` columns; the end is cut. */
export function lineOf(spans: readonly Span[], width: number): string {
  return squeeze(spans, width).line;
}

/** Left and right on one line: the right side is kept as long as possible, the left side is cut. */
export function splitLine(left: readonly Span[], right: readonly Span[], width: number): string {
  const end = squeeze(right, width);
  const gap = end.used > 0 ? 1 : 0;
  const begin = squeeze(left, Math.max(0, width - end.used - gap));
  return `${begin.line}${' '.repeat(Math.max(0, width - begin.used - end.used))}${end.line}`;
}

/** Keeps spaces at the edges of a span: they separate spans. */
function squeeze(spans: readonly Span[], width: number): { line: string; used: number } {
  let used = 0;
  let line = '';
  for (const { text, paint = (words: string) => words } of spans) {
    const [lead = ''] = /^ */.exec(text) ?? [];
    const [trail = ''] = /[^ ]( *)$/.exec(text)?.slice(1) ?? [];
    const clean = `${lead}${cleanLine(text)}${trail}`;
    if (width - used <= 0) break;
    const cut = cutToWidth(clean, width - used);
    line += paint(cut);
    used += textWidth(cut);
    // Marks omitted text once.
    if (cut !== clean) break;
  }
  return { line, used };
}

/** A horizontal line with a label. */
export function rule(words: string, width: number, paint: Paint): string {
  const head = words === '' ? '' : `─ ${cutToWidth(cleanLine(words), Math.max(0, width - 4))} `;
  return paint(`${head}${'─'.repeat(Math.max(0, width - textWidth(head)))}`);
}
