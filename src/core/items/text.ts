/** Text by Claude. */
import { markdownBlocks } from './blocks.ts';
import type { ItemKind } from './item-kind.ts';

export const TEXT: ItemKind<'text'> = {
  page: ({ text }) => ({ shape: 'markdown', text }),
  terminal: ({ text }) => ({ shape: 'markdown', text }),
  watch: ({ at, text, aborted }) => ({
    at,
    label: 'claude',
    text: `${text}${aborted ? ' (interrupted)' : ''}`,
    whole: true,
  }),
  export: ({ at, text, aborted }) => ({
    kind: 'claude',
    at,
    title: 'Claude',
    ...(aborted && { outcome: 'interrupted' }),
    blocks: markdownBlocks(text),
  }),
  editor: ({ id, text }) => [{ from: 'agent', id, text }],
  model: ({ text }) => ({ label: 'CLAUDE', text }),
};
