/** Search results of several hosts as one list, in pages. */
import type { SearchAnswer, SearchHit } from '../protocol/history.ts';

/** One host's part of a page. */
export interface HostHits {
  /** Empty for this host. */
  readonly hostId: string;
  readonly hits: readonly SearchHit[];
  /** Where its page starts in its ranking. */
  readonly offset: number;
  /** Where its next page starts; undefined at the end. */
  readonly next: number | undefined;
}

/** By host id, where its next page starts in its ranking; this host's is under the empty id. */
export function readSearchCursor(cursor: string): Map<string, number> {
  const [own = '', ...others] = cursor.split('~');
  const parts = others.map((part) => part.split('.') as [string, string]);
  return new Map(
    [...(own === '' ? [] : [['', own] as const]), ...parts].map(([host, offset]) => [host, Number(offset)]),
  );
}

/**
 * Each host ranks its own results: the best of each come first, then the second of each. Without words, the newest come
 * first.
 */
export function mergeHits(
  hosts: readonly HostHits[],
  { isByTime, limit }: { readonly isByTime: boolean; readonly limit: number },
): Pick<SearchAnswer, 'items' | 'next_cursor'> {
  const all = hosts.flatMap(({ hostId, hits }) => hits.map((hit, rank) => ({ hostId, hit, rank })));
  all.sort((a, b) => (isByTime ? compare(b.hit.at, a.hit.at) : a.rank - b.rank));
  const shown = all.slice(0, limit);
  const rest = hosts.flatMap(({ hostId, hits, offset, next }) => {
    const used = shown.filter((one) => one.hostId === hostId).length;
    // A host leaves out what it does not share, so its places are not contiguous.
    if (used < hits.length) return [{ hostId, offset: hits[used]?.rank ?? offset + used }];
    return next === undefined ? [] : [{ hostId, offset: next }];
  });
  const own = rest.find(({ hostId }) => hostId === '');
  const others = rest.filter(({ hostId }) => hostId !== '').map((one) => `~${one.hostId}.${one.offset}`);
  return {
    items: shown.map(({ hit }) => hit),
    ...(rest.length > 0 && { next_cursor: `${own?.offset ?? ''}${others.join('')}` }),
  };
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
