/**
 * Detects markdown that would take the parser quadratic time, or more depth than its stack allows. Nobody
 * writes such text; it is shown verbatim.
 */

/** Emphasis marks in one paragraph are compared with each other. */
const MOST_MARKS = 1000;
/** Nested quotes and lists opened on one line. */
const TOO_DEEP = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){40}/m;

export function isCostly(text: string): boolean {
  return TOO_DEEP.test(text) || text.split(/\n[ \t]*\n/).some((paragraph) => marksIn(paragraph) > MOST_MARKS);
}

function marksIn(paragraph: string): number {
  return paragraph.match(/[*_]/g)?.length ?? 0;
}
