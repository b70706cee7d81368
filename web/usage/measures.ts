/** The measures that the usage charts can show. Cache reads are separate from other tokens. */
import { t } from '../../src/core/translate.ts';
import { costText, tokensOf } from '../../src/core/usage/usage-rows.ts';
import { shortCount } from '../../src/core/wording/short-count.ts';
import type { UsageRow } from '../../src/protocol/usage.ts';

export interface Measure {
  readonly name: string;
  readonly weigh: (row: UsageRow) => number;
  readonly words: (row: UsageRow) => string;
}

export const MEASURES: readonly [Measure, ...Measure[]] = [
  { name: t('Cost'), weigh: ({ cost_usd }) => cost_usd ?? 0, words: (row) => costText(row) || '$0.00' },
  { name: t('Tokens'), weigh: tokensOf, words: (row) => shortCount(tokensOf(row)) },
  {
    name: t('Cache reads'),
    weigh: ({ cache_read_tokens }) => cache_read_tokens,
    words: ({ cache_read_tokens }) => shortCount(cache_read_tokens),
  },
];
