/** Markdown as a tree of tokens: what the page and the terminal UI draw. The raw texts of the top ones make up the whole text. */
import { marked, type Token } from 'marked';
import { isCostly } from './is-costly.ts';

/** Undefined where reading it would take too long: such text is shown as it is. */
export function markdownTokens(text: string): Token[] | undefined {
  return isCostly(text) ? undefined : marked.lexer(text, { gfm: true, breaks: false });
}
