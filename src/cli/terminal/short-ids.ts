/** Shortens ids to the length that keeps them unique, with a familiar minimum. */
import { shortId } from './format.ts';

export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const usual = shortId(ids[0] ?? '').length;
  return new Map(ids.map((id) => [id, cutOf(id, ids, usual)]));
}

function cutOf(id: string, ids: readonly string[], usual: number): string {
  for (let length = usual; length < id.length; length++) {
    const cut = id.slice(0, length);
    if (!ids.some((other) => other !== id && other.startsWith(cut))) return cut;
  }
  return id;
}
