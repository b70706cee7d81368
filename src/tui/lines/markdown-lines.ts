/**
 * Markdown as a terminal shows it: headings and strong words bold, code set apart, lists hanging, tables in columns, everything
 * else as it was written. What is not understood stays as it is; nothing is left out.
 */
import { cleanText } from '../../lib/clean-text.ts';
import type { Style } from '../../lib/style.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { Span } from './spans.ts';
import { tableLength, tableLines } from './table-lines.ts';
import { wrapSpans } from './wrap-spans.ts';

const INLINE = /(`[^`]+`)|(\*\*[^*]+\*\*)/g;

export function markdownLines(text: string, width: number, style: Style): string[] {
  const lines: string[] = [];
  let isCode = false;
  const written = cleanText(text).trimEnd().replaceAll('\t', '    ').split('\n');
  for (let at = 0; at < written.length; at++) {
    const line = written[at] ?? '';
    const table = isCode ? 0 : tableLength(written, at);
    if (table > 0) {
      lines.push(...tableLines(written.slice(at, at + table), width, style));
      at += table - 1;
    } else if (/^\s*(```|~~~)/.test(line)) {
      isCode = !isCode;
      lines.push(style.quiet(wrapText(line, width)[0] ?? ''));
    } else if (isCode) lines.push(...wrapText(line, width).map(style.informs));
    else lines.push(...proseLines(line, width, style));
  }
  return lines;
}

function proseLines(line: string, width: number, style: Style): string[] {
  const [, heading] = /^#{1,6} +(.*)$/.exec(line) ?? [];
  if (heading !== undefined) return wrapText(heading, width).map(style.strong);
  if (/^\s*\|.*\|\s*$/.test(line)) return wrapText(line, width);
  const [, lead = '', rest = ''] = /^(\s*(?:[-*+] |\d+[.)] |> )?)(.*)$/.exec(line) ?? [];
  const indent = ' '.repeat(lead.length);
  return wrapSpans(inlineSpans(rest, style), width - lead.length).map((words, index) =>
    `${index === 0 ? lead : indent}${words}`.trimEnd(),
  );
}

function inlineSpans(text: string, style: Style): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong] = match;
    if (match.index > at) spans.push({ text: text.slice(at, match.index) });
    // The marks of code stay: without colours they are all that sets it apart.
    if (code) spans.push({ text: code, paint: style.informs });
    else if (strong) spans.push({ text: strong.slice(2, -2), paint: style.strong });
    at = match.index + whole.length;
  }
  return [...spans, { text: text.slice(at) }];
}
