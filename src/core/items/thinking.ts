/** Claude's thinking. */
import { markdownBlocks } from './blocks.ts';
import type { ItemKind } from './item-kind.ts';

export const THINKING: ItemKind<'thinking'> = {
  page: ({ text }) => ({ shape: 'folded', head: 'Thought', text }),
  terminal: ({ text }) => ({ shape: 'folded', head: 'Thought', text }),
  watch: ({ at, text }) => ({ at, label: 'thinks', text, paint: 'quiet' }),
  export: ({ at, text }) =>
    text === ''
      ? undefined
      : { kind: 'thinking', at, title: 'Thinking', isFolded: true, blocks: markdownBlocks(text) },
  editor: ({ id, text }) => [{ from: 'thought', id, text }],
  model: () => undefined,
};
