/** A diff with line numbers and the number of changes. Long ones are folded; the button shows the number of lines. */
import { countLines, type DiffLine } from '../../src/core/conversation/diff-lines.ts';
import { t } from '../../src/core/translate.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { useFold } from '../parts/use-fold.tsx';

const SIGNS = { added: '+', removed: '−', same: ' ', gap: '⋯' } as const;
const NAMES = { added: t('added'), removed: t('removed') } as const;

export function Diff({ lines }: { readonly lines: readonly DiffLine[] }) {
  const { shown, above, below } = useFold(lines);
  const { added, removed } = countLines(lines);
  const digits = String(Math.max(...lines.map(({ number = 0 }) => number), 0)).length;
  const isNumbered = lines.some(({ number }) => number !== undefined);
  return (
    <div class={`diff ${isNumbered ? 'numbered' : ''}`} style={{ '--digits': `${digits}ch` }}>
      <div class="diff-head small mono">
        {added > 0 && <span class="plus">+{added}</span>}
        {removed > 0 && <span class="minus">−{removed}</span>}
        <CopyButton text={textAfter(lines)} label={t('Copy the new text')} />
      </div>
      {above}
      <div class="diff-lines">
        {shown.map(({ kind, text, number }, index) => (
          // Diff lines have no other key.
          <div key={index} class={`diff-line ${kind}`}>
            {isNumbered && (
              <span class="number" aria-hidden="true">
                {number}
              </span>
            )}
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

function textAfter(lines: readonly DiffLine[]): string {
  return lines
    .filter(({ kind }) => kind === 'added' || kind === 'same')
    .map(({ text }) => text)
    .join('\n');
}
