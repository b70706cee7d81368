/**
 * Renders markdown for a terminal: bold headings and strong text, indented lists, tables in columns, code beside a bar, links
 * with their address, everything else unchanged. Nothing is omitted.
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

/** Blocks below each other, with their original blank lines. */
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
      return codeLines(token as Tokens.Code, layout);
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

/** Blocks indented after a mark. */
function hanging(lead: string, indent: string, tokens: readonly Token[], { width, style }: Layout): string[] {
  const lines = blockLines(tokens, { width: width - lead.length, style });
  if (lines.length === 0) return [lead.trimEnd()];
  return lines.map((line, index) => `${index === 0 ? lead : indent}${line}`.trimEnd());
}

const BAR = '│ ';

/** A block of code beside a bar, which starts with the name of its language. */
function codeLines({ text, lang = '' }: Tokens.Code, { width, style }: Layout): string[] {
  const room = Math.max(1, width - BAR.length);
  const bar = style.quiet(BAR);
  const title = lang === '' ? [] : [style.quiet(`${BAR}${wrapText(lang, room)[0] ?? ''}`)];
  const code = text.split('\n').flatMap((line) => wrapText(line, room));
  return [...title, ...code.map((line) => `${bar}${style.informs(line)}`.trimEnd())];
}

/** Keeps line breaks. */
function proseLines(tokens: readonly Token[], { width, style }: Layout): string[] {
  const lines: Span[][] = [[]];
  for (const { text, paint } of tokens.flatMap((token) => inlineSpans(token, style))) {
    const [first = '', ...more] = text.split('\n');
    const line = lines.at(-1) ?? [];
    const last = line.at(-1);
    // Inline parts are not split.
    if (last && last.paint === paint) line[line.length - 1] = { text: last.text + first, paint };
    else line.push({ text: first, paint });
    for (const next of more) lines.push([{ text: next.trimStart(), paint }]);
  }
  return lines.flatMap((spans) => wrapSpans(spans, width));
}

function inlineSpans(token: Token, style: Style): Span[] {
  // Keeps the backticks if there are no colours: nothing else marks code then.
  const isPlain = style.informs('x') === 'x';
  if (token.type === 'codespan')
    return [{ text: isPlain ? token.raw : token.raw.replace(/^`+ ?| ?`+$/g, ''), paint: style.informs }];
  if (token.type === 'strong' && token.raw.startsWith('**'))
    return [{ text: token.raw.slice(2, -2), paint: style.strong }];
  return token.type === 'link' ? linkSpans(token as Tokens.Link, style) : [{ text: token.raw }];
}

/** The address is always shown: a text may claim to lead elsewhere. */
function linkSpans({ raw, text, href, title }: Tokens.Link, style: Style): Span[] {
  if (!raw.startsWith('[')) return [{ text: raw, paint: style.informs }];
  const about = title ? `${href} "${title}"` : href;
  if (text === href) return [{ text: href, paint: style.informs }];
  return [
    { text, paint: style.informs },
    { text: ` (${about})`, paint: style.quiet },
  ];
}

/** Unchanged; long lines continue below, at the same indentation. */
function rawLines(raw: string, width: number): string[] {
  const lines = raw.replace(/\n+$/, '').split('\n');
  return lines.flatMap((line) => {
    const [lead = ''] = /^ */.exec(line) ?? [];
    return wrapText(line.slice(lead.length), width - lead.length).map((words) => `${lead}${words}`.trimEnd());
  });
}
