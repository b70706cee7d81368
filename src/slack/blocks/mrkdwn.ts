/** Converts Claude's Markdown to Slack's mrkdwn. Text that is not markup can neither mention people nor make links. */
import type { Token, Tokens } from 'marked';
import { markdownTokens } from '../../core/markdown/markdown-tokens.ts';

/** Slack interprets only these three, in links, mentions and entities. */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Markdown that is too costly to parse is shown verbatim. */
export function toMrkdwn(markdown: string): string {
  const tokens = markdownTokens(markdown);
  if (!tokens) return escapeMrkdwn(markdown);
  return blocksOf(tokens).join('\n\n');
}

function blocksOf(tokens: readonly Token[]): string[] {
  return tokens.map((token) => blockOf(token as Tokens.Generic)).filter((text) => text.trim() !== '');
}

function blockOf(token: Tokens.Generic): string {
  switch (token.type) {
    case 'space':
    case 'def':
      return '';
    case 'heading':
      return bold(inlineOf(token.tokens));
    case 'code':
      return fenced(token['text']);
    case 'blockquote':
      return prefixed(blocksOf(token.tokens ?? []).join('\n\n'), '> ');
    case 'list':
      return listOf(token as Tokens.List, '');
    case 'table':
      return fenced(tableOf(token as Tokens.Table));
    case 'hr':
      return '———';
    case 'html':
      return escapeMrkdwn(token.raw.trimEnd());
    default:
      return token.tokens ? inlineOf(token.tokens) : escapeMrkdwn(token.raw);
  }
}

function listOf({ items, ordered, start }: Tokens.List, indent: string): string {
  return items
    .map((item, index) => {
      const mark = ordered ? `${Number(start || 1) + index}.` : '•';
      const box = item.task ? (item.checked ? '[x] ' : '[ ] ') : '';
      const parts = item.tokens.filter(({ type }) => type !== 'checkbox');
      const [first = '', ...rest] = parts.map((token) =>
        token.type === 'list'
          ? listOf(token as Tokens.List, `${indent}    `)
          : blockOf(token as Tokens.Generic),
      );
      return [`${indent}${mark} ${box}${first}`, ...rest.filter((text) => text !== '')].join('\n');
    })
    .join('\n');
}

function inlineOf(tokens: readonly Token[] = []): string {
  return tokens.map((token) => inline(token as Tokens.Generic)).join('');
}

function inline(token: Tokens.Generic): string {
  switch (token.type) {
    case 'strong':
      return bold(inlineOf(token.tokens));
    case 'em':
      return `_${inlineOf(token.tokens)}_`;
    case 'del':
      return `~${inlineOf(token.tokens)}~`;
    case 'codespan':
      return `\`${escapeMrkdwn(token['text']).replaceAll('`', 'ˋ')}\``;
    case 'br':
      return '\n';
    case 'link':
      return linkOf(token['href'], inlineOf(token.tokens));
    case 'image':
      return linkOf(token['href'], escapeMrkdwn(token['text'] || 'image'));
    default:
      return token.tokens ? inlineOf(token.tokens) : escapeMrkdwn(plainText(token));
  }
}

/** Emphasis inside of emphasis would end it. */
function bold(text: string): string {
  return text === '' ? '' : `*${text.replaceAll('*', '')}*`;
}

/** Only addresses that a browser opens; the address of any other link is shown as text. */
function linkOf(href: string, text: string): string {
  const isWeb = /^(?:https?:\/\/|mailto:)/i.test(href);
  if (!isWeb) return href === '' || href === text ? text : `${text} (${escapeMrkdwn(href)})`;
  const address = escapeMrkdwn(href).replaceAll('|', '%7C').replace(/\s/g, '%20');
  return `<${address}|${text.replaceAll('|', '¦').replaceAll('\n', ' ')}>`;
}

/** A fence inside of the text would end it. */
function fenced(text: string): string {
  return `\`\`\`\n${escapeMrkdwn(text).replaceAll('```', 'ˋˋˋ')}\n\`\`\``;
}

function prefixed(text: string, prefix: string): string {
  return text
    .split('\n')
    .map((line) => `${prefix}${line}`)
    .join('\n');
}

/** Slack has no tables in text: columns of equal width. */
function tableOf({ header, rows }: Tokens.Table): string {
  const lines = [header, ...rows].map((row) => row.map(({ text }) => text));
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const shown = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [shown[0], rule, ...shown.slice(1)].join('\n');
}

/** The characters that entities stand for, so that nobody reads `&amp;`. */
function plainText(token: Tokens.Generic): string {
  if (token.type === 'escape') return token['text'];
  return token.raw.replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
