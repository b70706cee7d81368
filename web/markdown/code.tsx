/** One piece of code, whole and wrapped, coloured a moment later. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { highlightElement } from './lazy-highlight.ts';

export function Code({ text, language }: { readonly text: string; readonly language: string }) {
  const code = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!code.current) return;
    // Set by hand: colouring replaces what is inside, which is then not ours to draw.
    code.current.textContent = text;
    void highlightElement(code.current, language);
  }, [text, language]);
  return (
    <pre class="code">
      <code ref={code} />
    </pre>
  );
}
