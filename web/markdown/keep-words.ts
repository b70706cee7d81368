/** Keeps the words of a command whole: a browser breaks `--force` after its hyphens, and a flag is then read wrongly. */

const HYPHENATED = /\S*-\S*/g;
/** Nobody reads the flags of something longer one by one, and it would take time. */
const LONGEST = 10_000;

/** Wraps them, also where colours begin in the middle of one; the text stays as it is. What is longer than a line still breaks. */
export function keepWords(root: HTMLElement): void {
  const text = root.textContent ?? '';
  if (text.length > LONGEST || root.querySelector('.word')) return;
  // From the last to the first: what is before a word stays where it is.
  for (const { 0: word, index } of [...text.matchAll(HYPHENATED)].reverse()) {
    const range = document.createRange();
    range.setStart(...placeOf(root, index));
    range.setEnd(...placeOf(root, index + word.length));
    const span = document.createElement('span');
    span.className = 'word';
    span.append(range.extractContents());
    range.insertNode(span);
  }
}

/** The piece of text that holds this letter, and how far into it. */
function placeOf(root: HTMLElement, offset: number): [node: Node, offset: number] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let left = offset;
  while (texts.nextNode()) {
    const { length } = texts.currentNode as Text;
    if (left <= length) return [texts.currentNode, left];
    left -= length;
  }
  return [root, root.childNodes.length];
}
