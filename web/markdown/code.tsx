/** One piece of code, whole and wrapped, coloured a moment later. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { keepWords } from './keep-words.ts';
import { highlightElement } from './lazy-highlight.ts';

export function Code({ text, language }: { readonly text: string; readonly language: string }) {
  const code = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = code.current;
    if (!element) return;
    // Set by hand: colouring replaces what is inside, which is then not ours to draw.
    element.textContent = text;
    keepWords(element);
    void highlightElement(element, language).then(() => keepWords(element));
  }, [text, language]);
  return (
    <pre class="code">
      <code ref={code} />
    </pre>
  );
}
