/** Text as the protocol wants it: as a block, and shown as it is. */
import type { ContentBlock, ToolCallContent } from '@agentclientprotocol/sdk';

/** More than anybody reads in an editor; the page has the whole. */
const LIMIT = 50_000;

export function textBlock(text: string): ContentBlock {
  return { type: 'text', text };
}

export function toolText(text: string): ToolCallContent {
  return { type: 'content', content: textBlock(text) };
}

/** Output of programs: clients render text as markdown, so it is fenced, by more backticks than it holds itself. */
export function fenced(text: string, language = ''): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}${language}\n${cut(text).trimEnd()}\n${fence}`;
}

export function cut(text: string): string {
  return text.length <= LIMIT
    ? text
    : `${text.slice(0, LIMIT)}\n… (${text.length - LIMIT} more characters are not shown)`;
}
