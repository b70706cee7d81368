/** Marks words in a part of the page without changing it, and returns the first place. */

const NAME = 'found';
/** Searching more text takes too long. */
const LONGEST = 200_000;

/** Letters and digits of the query; a hit may be part of a longer word. */
export function wordsOf(query: string): string[] {
  return query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

export function markWords(root: Element, words: readonly string[]): Range | undefined {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let left = LONGEST;
  while (texts.nextNode() && left > 0) {
    const node = texts.currentNode as Text;
    const text = node.data.toLowerCase();
    left -= text.length;
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
  }
  // Older browsers show the row without marks.
  if ('highlights' in CSS) CSS.highlights.set(NAME, new Highlight(...ranges));
  ranges.sort((a, b) => a.compareBoundaryPoints(Range.START_TO_START, b));
  return ranges[0];
}
