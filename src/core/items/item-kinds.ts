/** Every kind of item, for all clients. A kind without a row here does not compile. */
import type { Item } from '../../protocol/session.ts';
import { COMMAND } from './command.ts';
import { COMPACTION } from './compaction.ts';
import { END } from './end.ts';
import { ERROR } from './error.ts';
import type { ItemKind, ItemKindName } from './item-kind.ts';
import { PROMPT } from './prompt.ts';
import { TEXT } from './text.ts';
import { THINKING } from './thinking.ts';
import { TOOL } from './tool.ts';

const ITEM_KINDS: { readonly [Kind in ItemKindName]: ItemKind<Kind> } = {
  prompt: PROMPT,
  command: COMMAND,
  text: TEXT,
  thinking: THINKING,
  tool: TOOL,
  error: ERROR,
  compaction: COMPACTION,
  end: END,
};

/** The entry for the item's kind. */
export function itemKindOf({ kind }: Pick<Item, 'kind'>): ItemKind<ItemKindName> {
  return ITEM_KINDS[kind] as unknown as ItemKind<ItemKindName>;
}
