/** Two pages of a conversation that follow each other, as one: a turn that both hold a part of is whole again. */
import type { Turn } from '../../protocol/session.ts';

export function joinTurns(older: readonly Turn[], newer: readonly Turn[]): Turn[] {
  const [last, first] = [older.at(-1), newer[0]];
  // What stands before the first prompt of a page belongs to the turn before it.
  if (!last || !first || first.prompt) return [...older, ...newer];
  const { items, ...end } = first;
  return [...older.slice(0, -1), { ...last, items: [...last.items, ...items], ...end }, ...newer.slice(1)];
}
