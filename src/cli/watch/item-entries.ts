/** Items of a conversation as entries: what is new to show about an item since it was last shown. Pure. */
import { itemKindOf } from '../../core/items/item-kinds.ts';
import type { Item } from '../../protocol/session.ts';
import type { Style } from '../terminal/style.ts';
import type { Entry } from './layout.ts';

/** `shown` is the item as it was when last shown; absent the first time. Returns nothing when nothing is new. */
export function entriesOf(item: Item, shown: Item | undefined, style: Style, cwd: string): Entry[] {
  const { watch } = itemKindOf(item);
  const line = watch(item, { before: shown, cwd });
  const known = shown && watch(shown, { cwd });
  if (!line || (line.text === known?.text && line.label === known.label)) return [];
  const { paint, ...entry } = line;
  return [{ ...entry, ...(paint && { paint: style[paint] }) }];
}
