/** Markdown on the screen; code in it is coloured a moment later, when the colours have been loaded. */
import { memo } from 'preact/compat';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { GrowingBlocks } from './growing-blocks.ts';
import { highlightBlocks } from './lazy-highlight.ts';
import { createRenderer, splitBlocks } from './render-markdown.ts';

const render = createRenderer(window);

export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  const root = useRef<HTMLDivElement>(null);
  const html = useMemo(() => render(text), [text]);
  // Other HTML has other code in it.
  useLayoutEffect(() => {
    if (root.current) highlightBlocks(root.current);
  }, [html]);
  // Rendered and made safe in render-markdown.ts.
  return <div ref={root} class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
});

/** A text while it is being written. */
export function GrowingMarkdown({ text }: { readonly text: string }) {
  const [growing] = useState(() => new GrowingBlocks(splitBlocks));
  const blocks = growing.update(text);
  return (
    <div class="growing">
      {blocks.map((block, index) => (
        // A block is known by its place.
        <Markdown key={index} text={block} />
      ))}
    </div>
  );
}
