/** Joins two consecutive pages of a conversation: a turn that is split between them becomes whole again. */
import type { Turn } from '../../protocol/session.ts';

export function joinTurns(older: readonly Turn[], newer: readonly Turn[]): Turn[] {
  const [last, first] = [older.at(-1), newer[0]];
  // Items before the first prompt of a page belong to the last turn of the page before it.
  if (!last || !first || first.prompt) return [...older, ...newer];
  const { items, ...end } = first;
  return [...older.slice(0, -1), { ...last, items: [...last.items, ...items], ...end }, ...newer.slice(1)];
}
