/** A block of code, complete and wrapped; highlighted once the highlighter has loaded. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { keepWords } from './keep-words.ts';
import { highlightElement } from './lazy-highlight.ts';

export function Code({ text, language }: { readonly text: string; readonly language: string }) {
  const code = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = code.current;
    if (!element) return;
    // Set directly: highlighting replaces the content, so Preact must not manage it.
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
