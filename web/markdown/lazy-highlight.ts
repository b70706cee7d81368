/** Highlights code once the highlighter has loaded, between frames; until then the code is plain. */
import { whenIdle } from '../parts/when-idle.ts';

type Highlight = (code: string, language: string) => string | undefined;

let loading: Promise<Highlight> | undefined;

function load(): Promise<Highlight> {
  loading ??= import('./highlight.ts').then(({ highlight }) => highlight);
  return loading;
}

const LONGEST = 50_000;
/** Highlighted code, so that scrolling back is cheap. */
const known = new Map<string, string>();
const MOST_KNOWN = 200;

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
  const key = `${language} ${text}`;
  const html = known.get(key);
  if (html !== undefined) {
    element.innerHTML = html;
    return;
  }
  const highlight = await load().catch(() => undefined);
  if (!highlight) return;
  await new Promise<void>((resolve) => {
    whenIdle(() => {
      const made = element.isConnected ? highlight(text, language) : undefined;
      if (made !== undefined) {
        known.set(key, made);
        const [oldest = ''] = known.keys();
        if (known.size > MOST_KNOWN) known.delete(oldest);
        if (element.textContent === text) element.innerHTML = made;
      }
      resolve();
      return false;
    });
  });
}
