/** The conversation was replaced by a summary. */

import { t } from '../translate.ts';
import { shortCount } from '../wording/short-count.ts';
import { markdownBlocks } from './blocks.ts';
import type { ItemKind } from './item-kind.ts';

export const COMPACTION: ItemKind<'compaction'> = {
  page: ({ trigger, tokens_before, tokens_after, summary = '' }) => {
    const isKnown = tokens_before !== undefined && tokens_after !== undefined;
    const words = [
      trigger === 'auto' ? t('Conversation compacted automatically') : t('Conversation compacted'),
      ...(isKnown
        ? [t('{from} to {to} tokens', { from: shortCount(tokens_before), to: shortCount(tokens_after) })]
        : []),
    ];
    return { shape: 'rule', words: words.join(', '), summary };
  },
  terminal: ({ tokens_before, tokens_after }) => {
    const from = tokens_before === undefined ? '' : `, from ${tokens_before} tokens`;
    const to = tokens_after === undefined ? '' : ` to ${tokens_after}`;
    return { shape: 'rule', words: `The conversation was compacted${from}${to}.` };
  },
  watch: ({ at, trigger, tokens_before, tokens_after }) => {
    const sizes = sizesOf(tokens_before, tokens_after);
    const text = `conversation compacted (${trigger || 'unknown'}${sizes && `, ${sizes}`})`;
    return { at, label: 'note', text, paint: 'informs' };
  },
  export: ({ at, trigger, tokens_before, tokens_after, summary = '' }) => {
    const sizes = sizesOf(tokens_before, tokens_after);
    return {
      kind: 'note',
      at,
      title: `Conversation compacted${trigger ? ` (${trigger})` : ''}`,
      ...(sizes && { outcome: sizes }),
      isFolded: true,
      blocks: markdownBlocks(summary),
    };
  },
  editor: () => [],
  model: () => undefined,
};

function sizesOf(before: number | undefined, after: number | undefined): string {
  return before === undefined ? '' : `${before} to ${after ?? '?'} tokens`;
}
