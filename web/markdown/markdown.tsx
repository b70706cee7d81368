/** Renders markdown; code is highlighted once the highlighter has loaded. */
import { memo } from 'preact/compat';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
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

export const Markdown = memo(function Markdown({ text, isTyped = false }: MarkdownProps) {
  const root = useRef<HTMLDivElement>(null);
  const html = useMemo(() => render(text, { isTyped }), [text, isTyped]);
  // New HTML contains new code blocks.
  useLayoutEffect(() => {
    if (!root.current) return;
    highlightBlocks(root.current);
    addCopyButtons(root.current);
  }, [html]);
  // Sanitized in render-markdown.ts.
  return <div ref={root} class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
});

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
