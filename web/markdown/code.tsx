/** A block of code, complete and wrapped; highlighted once the highlighter has loaded. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CopyButton } from '../parts/copy-button.tsx';
import { keepWords } from './keep-words.ts';
import { highlightElement } from './lazy-highlight.ts';

interface CodeProps {
  readonly text: string;
  readonly language: string;
  /** The name of the button that copies it. */
  readonly copyLabel: string;
}

export function Code({ text, language, copyLabel }: CodeProps) {
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
    <div class="code-box">
      <pre class="code">
        <code ref={code} />
      </pre>
      <CopyButton text={text} label={copyLabel} />
    </div>
  );
}
