/** Text as the protocol wants it: as a block, bounded, and without what would steer the terminal that an editor runs in. */
import type { ContentBlock, ToolCallContent } from '@agentclientprotocol/sdk';
import { cleanText } from '../lib/clean-text.ts';

/** More than anybody reads in an editor; the page has the whole. */
const LIMIT = 50_000;

export function textBlock(text: string): ContentBlock {
  return { type: 'text', text: cleanText(text) };
}

export function toolText(text: string): ToolCallContent {
  return { type: 'content', content: textBlock(text) };
}

/** Output of programs: clients render text as markdown, so it is fenced, by more backticks than it holds itself. */
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
