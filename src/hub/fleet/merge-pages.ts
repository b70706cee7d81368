/** Merges the feeds of two logs as their pages come; each event carries the place in both. */
import type { StoredEvent } from '../../store/log-reader.ts';
import type { Place, PlacedEvent } from './log-place.ts';

type Pages = AsyncGenerator<readonly StoredEvent[]>;

export async function* mergePages(after: Place, own: Pages, copied: Pages): AsyncGenerator<PlacedEvent[]> {
  let place = { position: after.position, copied: after.copied ?? 0 };
  const next = {
    own: own.next().then((result) => ({ from: 'own', result }) as const),
    copied: copied.next().then((result) => ({ from: 'copied', result }) as const),
  };
  try {
    for (;;) {
      const { from, result } = await Promise.race([next.own, next.copied]);
      if (result.done) return;
      const page = result.value.map((stored) => {
        place =
          from === 'own' ? { ...place, position: stored.position } : { ...place, copied: stored.position };
        return { ...stored, ...place };
      });
      if (from === 'own') next.own = own.next().then((later) => ({ from: 'own', result: later }) as const);
      else next.copied = copied.next().then((later) => ({ from: 'copied', result: later }) as const);
      yield page;
    }
  } finally {
    // Both end with their signal; a pending page is dropped.
    void own.return(undefined);
    void copied.return(undefined);
  }
}
