/**
 * Markdown as a tree of tokens for the page and the terminal UI. The raw texts of the top-level tokens add up
 * to the whole text.
 */
import { marked, type Token } from 'marked';

/** Emphasis marks in one paragraph are compared with each other. */
const MOST_MARKS = 1000;
/** Nested quotes and lists opened on one line. */
const TOO_DEEP = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){40}/m;

/** Undefined if parsing would take too long: such text is shown verbatim. `isTyped` keeps line breaks. */
export function markdownTokens(text: string, { isTyped = false } = {}): Token[] | undefined {
  return isCostly(text) ? undefined : marked.lexer(text, { gfm: true, breaks: isTyped });
}

/** Whether the parser would take quadratic time, or more depth than its stack allows. Nobody writes such text. */
function isCostly(text: string): boolean {
  return TOO_DEEP.test(text) || text.split(/\n[ \t]*\n/).some((paragraph) => marksIn(paragraph) > MOST_MARKS);
}

function marksIn(paragraph: string): number {
  return paragraph.match(/[*_]/g)?.length ?? 0;
}
