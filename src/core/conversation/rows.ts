/**
 * Turns as the rows of a conversation. Pure. Each row has a stable id, so that nothing moves while text
 * streams in.
 */

import type { Item, ItemOf } from '../../protocol/conversation.ts';
import type { Turn } from '../../protocol/session.ts';
import { tn } from '../translate.ts';
import { describeTool } from '../wording/tool-text.ts';

export type Row =
  | { readonly kind: 'item'; readonly id: string; readonly item: Exclude<Item, { kind: 'end' }> }
  /** Several consecutive reads of files. */
  | { readonly kind: 'looks'; readonly id: string; readonly items: readonly ItemOf<'tool'>[] }
  | {
      readonly kind: 'end';
      readonly id: string;
      readonly outcome: NonNullable<Turn['outcome']>;
      readonly duration_ms?: number | undefined;
      /** The last text of the turn. */
      readonly answer?: string | undefined;
    }
  | { readonly kind: 'writing'; readonly id: string; readonly text: string };

interface Conversation {
  readonly turns: readonly Turn[];
  readonly streaming_text?: string | undefined;
  readonly streaming_item?: string | undefined;
}

export function toRows({ turns, streaming_text, streaming_item }: Conversation): Row[] {
  const rows = turns.flatMap(rowsOfTurn);
  if (streaming_text) rows.push({ kind: 'writing', id: streaming_item ?? 'writing', text: streaming_text });
  return rows;
}

function rowsOfTurn({ prompt, items, outcome, duration_ms }: Turn, index: number): Row[] {
  const rows: Row[] = [];
  for (const item of prompt ? [prompt, ...items] : items) {
    if (item.kind === 'end' || (item.kind === 'text' && item.text.trim() === '')) continue;
    if (item.kind === 'thinking' && item.text.trim() === '') continue;
    const last = rows.at(-1);
    if (item.kind === 'tool' && isLook(item)) {
      if (last?.kind === 'looks') {
        rows[rows.length - 1] = { ...last, items: [...last.items, item] };
        continue;
      }
      if (last?.kind === 'item' && last.item.kind === 'tool' && isLook(last.item)) {
        // Uses the id of the first, so that the row stays when a second read follows.
        rows[rows.length - 1] = { kind: 'looks', id: last.id, items: [last.item, item] };
        continue;
      }
    }
    rows.push({ kind: 'item', id: item.id, item });
  }
  if (outcome !== undefined && (outcome !== 'completed' || (duration_ms ?? 0) > 0)) {
    const answer = items.findLast((item) => item.kind === 'text' && item.text.trim() !== '');
    rows.push({
      ...{ kind: 'end', id: `end:${prompt?.id ?? index}`, outcome, duration_ms },
      ...(answer?.kind === 'text' && { answer: answer.text }),
    });
  }
  return rows;
}

/** Reads are combined only if nothing about them needs to be visible. */
function isLook(item: ItemOf<'tool'>): boolean {
  const { shape } = describeTool(item.name, item.input);
  return (shape === 'read' || shape === 'search') && item.is_error !== true && item.finished_at !== undefined;
}

/** `Read 6 files`, `Read 4 files, searched 2 times`. */
export function looksText(items: readonly ItemOf<'tool'>[]): string {
  const reads = items.filter(({ name, input }) => describeTool(name, input).shape === 'read').length;
  const searches = items.length - reads;
  return [
    reads > 0 && tn(reads, 'Read {n} file', 'Read {n} files'),
    searches > 0 &&
      (reads > 0
        ? tn(searches, 'searched once', 'searched {n} times')
        : tn(searches, 'Searched once', 'Searched {n} times')),
  ]
    .filter(Boolean)
    .join(', ');
}
