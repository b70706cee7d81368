/** Folds a long list of lines: a button below shows all of them, and one above, always in reach, folds them again. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';

const FOLD_AFTER = 40;

interface Fold<Line> {
  readonly shown: readonly Line[];
  /** The buttons, around the lines. */
  readonly above: ComponentChildren;
  readonly below: ComponentChildren;
}

export function useFold<Line>(lines: readonly Line[]): Fold<Line> {
  const [isWhole, setWhole] = useState(false);
  if (lines.length <= FOLD_AFTER) return { shown: lines, above: null, below: null };
  return {
    shown: isWhole ? lines : lines.slice(0, FOLD_AFTER),
    above: isWhole && (
      <button type="button" class="fold above" onClick={() => setWhole(false)}>
        {t('Show less')}
      </button>
    ),
    below: !isWhole && (
      <button type="button" class="fold" onClick={() => setWhole(true)}>
        {t('Show all {n} lines', { n: lines.length })}
      </button>
    ),
  };
}
