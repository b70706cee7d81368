/** Keeps the words of a command whole: browsers break `--force` after its hyphens, which makes flags easy to misread. */

const HYPHENATED = /\S*-\S*/g;
/** Longer texts are skipped: wrapping their words takes too long. */
const LONGEST = 10_000;

/** Wraps each hyphenated word, even if highlighting splits it. The text does not change; words longer than a line still break. */
export function keepWords(root: HTMLElement): void {
  const text = root.textContent ?? '';
  if (text.length > LONGEST || root.querySelector('.word')) return;
  // From last to first, so that earlier offsets stay valid.
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

/** The text node that contains this offset, and the offset within it. */
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
