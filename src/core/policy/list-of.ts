/** Rules may give one or a list of them. */
export function listOf<Item>(oneOrMore: Item | readonly Item[]): readonly Item[] {
  return Array.isArray(oneOrMore) ? oneOrMore : [oneOrMore as Item];
}
