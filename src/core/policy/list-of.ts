/** Rules accept a single value or a list. */
export function listOf<Item>(oneOrMore: Item | readonly Item[]): readonly Item[] {
  return Array.isArray(oneOrMore) ? oneOrMore : [oneOrMore as Item];
}
