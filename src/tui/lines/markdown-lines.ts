/**
 * Markdown as a terminal shows it: headings and strong words bold, code set apart, lists hanging, tables in columns, everything
 * else as it was written. What is not understood stays as it is; nothing is left out.
 */
import type { Token, Tokens } from 'marked';
import { markdownTokens } from '../../core/markdown/markdown-tokens.ts';
import { cleanText } from '../../lib/clean-text.ts';
import type { Style } from '../../lib/style.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { Span } from './spans.ts';
import { tableLines } from './table-lines.ts';
import { wrapSpans } from './wrap-spans.ts';

interface Layout {
  readonly width: number;
  readonly style: Style;
}

export function markdownLines(text: string, width: number, style: Style): string[] {
  const written = cleanText(text).trimEnd().replaceAll('\t', '    ');
  const tokens = markdownTokens(written);
  return tokens ? blockLines(tokens, { width, style }) : rawLines(written, width);
}

/** Blocks one below the other, with as many blank lines between them as were written. */
function blockLines(tokens: readonly Token[], layout: Layout): string[] {
  const lines: string[] = [];
  let breaks = 0;
  for (const token of tokens) {
    if (token.raw.trim() !== '') {
      if (lines.length > 0) for (let blank = 1; blank < breaks; blank++) lines.push('');
      lines.push(...tokenLines(token, layout));
      breaks = 0;
    }
    breaks += /\n*$/.exec(token.raw)?.[0].length ?? 0;
  }
  return lines;
}

function tokenLines(token: Token, layout: Layout): string[] {
  const { width, style } = layout;
  const [, heading] = /^ *#{1,6} +(.*)$/m.exec(token.raw) ?? [];
  switch (token.type) {
    case 'heading':
      return heading === undefined ? rawLines(token.raw, width) : wrapText(heading, width).map(style.strong);
    case 'code':
      return codeLines(token.raw.trimEnd(), layout);
    case 'table':
      return tableLines(token as Tokens.Table, width, style);
    case 'list':
      return blockLines((token as Tokens.List).items, layout);
    case 'list_item':
      return itemLines(token as Tokens.ListItem, layout);
    case 'blockquote':
      return hanging('> ', '> ', token.tokens ?? [], layout);
    case 'paragraph':
    case 'text':
      return proseLines(token.tokens ?? [token], layout);
    default:
      return rawLines(token.raw, width);
  }
}

function itemLines({ raw, tokens, task, checked }: Tokens.ListItem, layout: Layout): string[] {
  const [lead = ''] = /^ *(?:[-*+]|\d+[.)])(?: |$)/.exec(raw) ?? [];
  const box = task ? `[${checked ? 'x' : ' '}] ` : '';
  const words = tokens.filter(({ type }) => type !== 'checkbox');
  return hanging(`${lead}${box}`, ' '.repeat(lead.length), words, layout);
}

/** Blocks behind a mark, set in from it. */
function hanging(lead: string, indent: string, tokens: readonly Token[], { width, style }: Layout): string[] {
  const lines = blockLines(tokens, { width: width - lead.length, style });
  if (lines.length === 0) return [lead.trimEnd()];
  return lines.map((line, index) => `${index === 0 ? lead : indent}${line}`.trimEnd());
}

function codeLines(raw: string, { width, style }: Layout): string[] {
  const isFenced = /^\s*(```|~~~)/.test(raw);
  return raw.split('\n').flatMap((line, index) => {
    const isFence = isFenced && (index === 0 || /^\s*(```|~~~)/.test(line));
    return isFence ? [style.quiet(wrapText(line, width)[0] ?? '')] : wrapText(line, width).map(style.informs);
  });
}

/** Line breaks stay where they were written. */
function proseLines(tokens: readonly Token[], { width, style }: Layout): string[] {
  const lines: Span[][] = [[]];
  for (const { text, paint } of tokens.map((token) => inlineSpan(token, style))) {
    const [first = '', ...more] = text.split('\n');
    const line = lines.at(-1) ?? [];
    const last = line.at(-1);
    // Words that belong together are not broken apart.
    if (last && last.paint === paint) line[line.length - 1] = { text: last.text + first, paint };
    else line.push({ text: first, paint });
    for (const next of more) lines.push([{ text: next.trimStart(), paint }]);
  }
  return lines.flatMap((spans) => wrapSpans(spans, width));
}

function inlineSpan(token: Token, style: Style): Span {
  // The marks of code stay: without colours they are all that sets it apart.
  if (token.type === 'codespan') return { text: token.raw, paint: style.informs };
  if (token.type === 'strong' && token.raw.startsWith('**'))
    return { text: token.raw.slice(2, -2), paint: style.strong };
  return { text: token.raw };
}

/** As it was written; what is too long for a line goes on below where it began. */
function rawLines(raw: string, width: number): string[] {
  const lines = raw.replace(/\n+$/, '').split('\n');
  return lines.flatMap((line) => {
    const [lead = ''] = /^ */.exec(line) ?? [];
    return wrapText(line.slice(lead.length), width - lead.length).map((words) => `${lead}${words}`.trimEnd());
  });
}
