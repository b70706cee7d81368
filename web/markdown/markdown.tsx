/** Renders markdown; code is highlighted once the highlighter has loaded. */
import { memo } from 'preact/compat';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { GrowingBlocks } from './growing-blocks.ts';
import { highlightBlocks } from './lazy-highlight.ts';
import { createRenderer, splitBlocks } from './render-markdown.ts';

const render = createRenderer(window);

export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  const root = useRef<HTMLDivElement>(null);
  const html = useMemo(() => render(text), [text]);
  // New HTML contains new code blocks.
  useLayoutEffect(() => {
    if (root.current) highlightBlocks(root.current);
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
