/** Highlights code once the highlighter has loaded; until then the code is plain. */

type Highlight = (code: string, language: string) => string | undefined;

let loading: Promise<Highlight> | undefined;

function load(): Promise<Highlight> {
  loading ??= import('./highlight.ts').then(({ highlight }) => highlight);
  return loading;
}

const LONGEST = 50_000;

/** Highlights all code blocks in the element that name their language. */
export function highlightBlocks(root: HTMLElement): void {
  const blocks = [...root.querySelectorAll<HTMLElement>('pre > code[class^="language-"]')];
  for (const block of blocks) {
    void highlightElement(block, block.className.slice('language-'.length));
  }
}

export async function highlightElement(element: HTMLElement, language: string): Promise<void> {
  const text = element.textContent ?? '';
  if (text.length > LONGEST) return;
  const highlight = await load().catch(() => undefined);
  const html = highlight?.(text, language);
  if (html !== undefined && element.textContent === text) element.innerHTML = html;
}
