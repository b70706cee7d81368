/** A diff. Long ones are folded; the button shows the number of lines. */
import { useState } from 'preact/hooks';
import type { DiffLine } from '../../src/core/conversation/diff-lines.ts';

const FOLD_AFTER = 40;
const SIGNS = { added: '+', removed: '−', same: ' ', gap: '⋯' } as const;
const NAMES = { added: 'added', removed: 'removed' } as const;

export function Diff({ lines }: { readonly lines: readonly DiffLine[] }) {
  const [isWhole, setWhole] = useState(false);
  const isFolded = !isWhole && lines.length > FOLD_AFTER;
  const shown = isFolded ? lines.slice(0, FOLD_AFTER) : lines;
  return (
    <div class="diff">
      <div class="diff-lines">
        {shown.map(({ kind, text }, index) => (
          // Diff lines have no other key.
          <div key={index} class={`diff-line ${kind}`}>
            <span class="sign" aria-hidden="true">
              {SIGNS[kind]}
            </span>
            {kind in NAMES && <span class="hidden-label">{NAMES[kind as keyof typeof NAMES]}: </span>}
            <span>{text || ' '}</span>
          </div>
        ))}
      </div>
      {isFolded && (
        <button type="button" class="fold" onClick={() => setWhole(true)}>
          Show all {lines.length} lines
        </button>
      )}
    </div>
  );
}
