/** A diff. Long ones are folded; the button shows the number of lines. */
import type { DiffLine } from '../../src/core/conversation/diff-lines.ts';
import { useFold } from '../parts/use-fold.tsx';

const SIGNS = { added: '+', removed: '−', same: ' ', gap: '⋯' } as const;
const NAMES = { added: 'added', removed: 'removed' } as const;

export function Diff({ lines }: { readonly lines: readonly DiffLine[] }) {
  const { shown, above, below } = useFold(lines);
  return (
    <div class="diff">
      {above}
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
      {below}
    </div>
  );
}
