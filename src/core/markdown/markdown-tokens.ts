/**
 * Markdown as a tree of tokens for the page and the terminal UI. The raw texts of the top-level tokens add up
 * to the whole text.
 */
import { marked, type Token } from 'marked';
import { isCostly } from './is-costly.ts';

/** Undefined if parsing would take too long: such text is shown verbatim. */
export function markdownTokens(text: string): Token[] | undefined {
  return isCostly(text) ? undefined : marked.lexer(text, { gfm: true, breaks: false });
}
