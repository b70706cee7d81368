/** Text for the protocol: as a block, bounded, and without terminal escape sequences. */
import type { ContentBlock, ToolCallContent } from '@agentclientprotocol/sdk';
import { cleanText } from '../lib/clean-text.ts';

/** More than anyone reads in an editor; the page shows the whole text. */
const LIMIT = 50_000;

export function textBlock(text: string): ContentBlock {
  return { type: 'text', text: cleanText(text) };
}

export function toolText(text: string): ToolCallContent {
  return { type: 'content', content: textBlock(text) };
}

/**
 * Output of programs is fenced, since clients render text as markdown, with more backticks than it contains.
 */
export function fenced(text: string, language = ''): string {
  const shown = cut(text).trimEnd();
  const longest = (shown.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${shown}\n${fence}`;
}

export function cut(text: string): string {
  return text.length <= LIMIT
    ? text
    : `${text.slice(0, LIMIT)}\n… (${text.length - LIMIT} more characters are not shown)`;
}
