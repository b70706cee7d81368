/** Keeps the words of a command whole: a browser breaks `--force` after its hyphens, and a flag is then read wrongly. */

const HYPHENATED = /\S*-\S*/g;

/** Wraps them; the text stays as it is. What is longer than a line still breaks. */
export function keepWords(root: HTMLElement): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    if (text.parentElement?.className !== 'word' && text.data.includes('-'))
      text.replaceWith(...wrapped(text.data));
  }
}

function* wrapped(text: string): Iterable<string | HTMLElement> {
  let end = 0;
  for (const { 0: word, index } of text.matchAll(HYPHENATED)) {
    yield text.slice(end, index);
    const span = document.createElement('span');
    span.className = 'word';
    span.textContent = word;
    yield span;
    end = index + word.length;
  }
  yield text.slice(end);
}
