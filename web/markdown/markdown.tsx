/** Renders markdown; code is highlighted once the highlighter has loaded. */
import { memo } from 'preact/compat';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { whenIdle } from '../parts/when-idle.ts';
import { addCopyButtons } from './copy-blocks.tsx';
import { GrowingBlocks } from './growing-blocks.ts';
import { highlightBlocks } from './lazy-highlight.ts';
import { createRenderer, splitBlocks } from './render-markdown.ts';

const render = createRenderer(window);

interface MarkdownProps {
  readonly text: string;
  /** Keeps line breaks, as in what people type. */
  readonly isTyped?: boolean;
}

/** Text without anything that markdown interprets: most prompts and short answers, which are cheap to show. */
const PLAIN = /^(?!\s|\d+[.)]\s|[-+=]+\s)[^*_`#[\]<>|~&\\$\n]*$/;

/** Rendered texts, so that scrolling back is cheap. */
const rendered = new Map<string, string>();
const MOST_RENDERED = 400;

function htmlOf(text: string, isTyped: boolean): string {
  const key = `${isTyped}${text}`;
  const html = rendered.get(key) ?? render(text, { isTyped });
  rendered.set(key, html);
  const [oldest = ''] = rendered.keys();
  if (rendered.size > MOST_RENDERED) rendered.delete(oldest);
  return html;
}

function isPlain(text: string): boolean {
  return PLAIN.test(text) && !['://', 'www.', '@'].some((sign) => text.includes(sign));
}

/** Renders texts that will be shown soon, between frames. Returns a function that stops it. */
export function renderAhead(texts: readonly MarkdownProps[]): () => void {
  const waiting = texts.filter(({ text }) => !isPlain(text)).slice(0, MOST_RENDERED / 2);
  return whenIdle(() => {
    const next = waiting.shift();
    if (next) htmlOf(next.text, next.isTyped ?? false);
    return waiting.length > 0;
  });
}

export const Markdown = memo(function Markdown({ text, isTyped = false }: MarkdownProps) {
  if (isPlain(text)) {
    return (
      <div class="prose">
        <p dir="auto">{text}</p>
      </div>
    );
  }
  return <Rendered text={text} isTyped={isTyped} />;
});

function Rendered({ text, isTyped }: Required<MarkdownProps>) {
  const root = useRef<HTMLDivElement>(null);
  const html = useMemo(() => htmlOf(text, isTyped), [text, isTyped]);
  // New HTML contains new code blocks.
  useLayoutEffect(() => {
    if (!root.current) return;
    highlightBlocks(root.current);
    addCopyButtons(root.current);
  }, [html]);
  // Sanitized in render-markdown.ts.
  return <div ref={root} class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Markdown that is still streaming. */
export function GrowingMarkdown({ text }: { readonly text: string }) {
  const [growing] = useState(() => new GrowingBlocks(splitBlocks));
  const blocks = growing.update(text);
  return (
    <div class="growing">
      {blocks.map((block, index) => (
        // A block is identified by its position.
        <Markdown key={index} text={block} />
      ))}
    </div>
  );
}
