/** The sessions of a filter: those of the live list, and older ones that the hub finds. */
import { useEffect, useState } from 'preact/hooks';
import { FILTERED, type Filter } from '../../src/core/group-sessions.ts';
import { sessionAddress } from '../../src/core/session-address.ts';
import type { Session } from '../../src/protocol/session.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';

const PAGE = 50;
/** While someone is typing, the hub is asked for the last words only. */
const TYPING_MS = 150;

interface FoundSessions {
  /** More than the filter selects. Newest activity first. */
  readonly sessions: readonly Session[];
  readonly isLoaded: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => Promise<void>;
}

interface Wanted {
  readonly filter: Filter;
  readonly label: string | undefined;
  readonly words: string;
}

interface Found extends Wanted {
  readonly items: readonly Session[];
  readonly cursor?: string | undefined;
}

export function useFoundSessions(wanted: Wanted): FoundSessions {
  const { filter, label } = wanted;
  const { client, sessions: store } = useHub();
  const live = useStore(store);
  const words = wanted.words.trim();
  const [found, setFound] = useState<Found>();
  const isFiltered = filter !== 'all' || label !== undefined || words !== '';
  const isCurrent = found?.filter === filter && found.label === label && found.words === words;
  const current = isCurrent ? found : undefined;

  const ask = async (known: readonly Session[], cursor?: string) => {
    const { items, next_cursor } = await client.list({
      limit: PAGE,
      archived: filter === 'archived',
      ...(filter !== 'all' && filter !== 'archived' && { status: FILTERED[filter] }),
      ...(label !== undefined && { label }),
      ...(words && { q: words }),
      ...(cursor !== undefined && { cursor }),
    });
    return { filter, label, words, items: [...known, ...items], cursor: next_cursor };
  };
  useEffect(() => {
    if (!isFiltered) return;
    let isLeft = false;
    const timer = setTimeout(() => {
      // Without the hub, the live list is all there is.
      const none: Found = { filter, label, words, items: [] };
      void ask([]).then(
        (answer) => !isLeft && setFound(answer),
        () => !isLeft && setFound(none),
      );
    }, TYPING_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [filter, label, words]);

  if (!isFiltered)
    return {
      sessions: live.sessions,
      isLoaded: live.isLoaded,
      hasMore: live.hasMore,
      loadMore: () => store.loadMore(),
    };
  return {
    sessions: merge(
      live.sessions,
      (current?.items ?? []).map((session) => store.get(sessionAddress(session)) ?? session),
    ).filter(({ labels }) => label === undefined || labels?.includes(label)),
    isLoaded: current !== undefined,
    hasMore: current?.cursor !== undefined,
    loadMore: async () => {
      if (current) setFound(await ask(current.items, current.cursor));
    },
  };
}

/** The live list knows more recent states. */
function merge(live: readonly Session[], found: readonly Session[]): Session[] {
  const known = new Set(live.map(sessionAddress));
  const all = [...live, ...found.filter((session) => !known.has(sessionAddress(session)))];
  return all.sort((a, b) => b.last_activity_at.localeCompare(a.last_activity_at));
}
