/** The conversation around a search result; scrolls in both directions. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { VList, type VListHandle } from 'virtua';
import { Link, useSearch } from 'wouter';
import { t } from '../../src/core/translate.ts';
import { Icon } from '../parts/icon.tsx';
import { ListScroll } from './list-scroll.ts';
import { markWords, wordsOf } from './mark-words.ts';
import { onReaderMoves } from './reader-moves.ts';
import { RowView, rowClass } from './row-view.tsx';
import { FoundContext, SessionContext, useAbout } from './session-context.ts';
import { type Excerpt, useExcerpt } from './use-excerpt.ts';

/** Fetches more when less than this is left to scroll. */
const AHEAD = 1500;
/** Frames to wait for the height of the result. */
const PLACING_FRAMES = 120;

export function ExcerptScreen({ id, position }: { readonly id: string; readonly position: number }) {
  const query = new URLSearchParams(useSearch());
  const agent = query.get('agent') ?? undefined;
  const excerpt = useExcerpt({ id, position, agent });
  const about = useAbout('rows' in excerpt ? excerpt.view : undefined);
  if (!('rows' in excerpt)) {
    const { problem } = excerpt;
    return problem === undefined ? <div class="screen" aria-busy="true" /> : <p class="empty">{problem}</p>;
  }
  return (
    <SessionContext.Provider value={about}>
      <div class="screen">
        <header class="bar session-head">
          <Link href="/search" class="icon-button" aria-label={t('Back to search')}>
            <Icon name="back" />
          </Link>
          <div class="grow">
            <h1 class="cut">{excerpt.view.title || t('Session')}</h1>
            <p class="small muted">{t('around the search result')}</p>
          </div>
          <Link href={`/sessions/${id}`} class="button small">
            {t('Open')}
          </Link>
        </header>
        <ExcerptRows excerpt={excerpt} query={query.get('q') ?? ''} />
      </div>
    </SessionContext.Provider>
  );
}

function ExcerptRows({ excerpt, query }: { readonly excerpt: Excerpt; readonly query: string }) {
  const { rows, found, older, newer } = excerpt;
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<VListHandle>(null);
  const [scroll] = useState(() => new ListScroll(() => list.current));
  const first = useRef<string>();
  const isPrepended =
    first.current !== undefined &&
    rows[0]?.id !== first.current &&
    rows.some(({ id }) => id === first.current);
  /** Rows added before the result is in its place would end the scrolling to it. */
  const isPlaced = useRef(false);
  const more = () => {
    if (!isPlaced.current) return;
    const { scrollSize = 0, viewportSize = 0, scrollOffset = 0 } = list.current ?? {};
    if (scrollOffset < AHEAD) older();
    if (scrollSize - viewportSize - scrollOffset < AHEAD) newer();
  };
  const latestMore = useRef(more);
  latestMore.current = more;

  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === found);
    const placed = () => {
      isPlaced.current = true;
      latestMore.current();
    };
    if (index === -1) {
      placed();
      return;
    }
    const foundRow = () => document.querySelector('.excerpt .found');
    const showMark = (mark: Range) => {
      // The row may be longer than the screen.
      const place = mark.getBoundingClientRect();
      const box = document.querySelector('.excerpt')?.getBoundingClientRect();
      if (!box || (place.top > box.top && place.bottom < box.bottom)) return;
      list.current?.scrollBy(place.top - box.top - box.height / 2);
    };
    // The keys scroll it at once.
    document.querySelector<HTMLElement>('.excerpt .conversation-list')?.focus({ preventScroll: true });
    isPlaced.current = false;
    let wasRendered = false;
    scroll.toIndex(index, 'center');
    return scroll.place({
      frames: PLACING_FRAMES,
      // Heights are estimates until rows are rendered and measured.
      step: (list) => {
        const row = foundRow();
        const height = row?.parentElement?.offsetHeight ?? 0;
        const isMeasured = wasRendered && Math.abs(list.getItemSize(index) - height) < 1;
        wasRendered = row !== null;
        if (!isMeasured) list.scrollToIndex(index, { align: 'center' });
        return isMeasured;
      },
      ended: (isEarly) => {
        const row = foundRow();
        const mark = row && markWords(row, wordsOf(query));
        if (mark && !isEarly) showMark(mark);
        placed();
      },
    });
  }, [found]);
  useEffect(() => (box.current ? onReaderMoves(box.current, () => scroll.release()) : undefined), []);
  useEffect(() => {
    first.current = rows[0]?.id;
  });
  // Pages that do not fill the screen leave nothing to scroll.
  useEffect(more, [rows.length]);

  /** The browser would go where the end seems to be before all rows were measured. */
  const toEdge = (event: KeyboardEvent) => {
    if (event.key === 'Home') scroll.toIndex(0, 'start');
    else if (event.key === 'End') scroll.toIndex(rows.length - 1, 'end');
    else return;
    event.preventDefault();
  };

  return (
    <div ref={box} class="conversation excerpt" role="log" aria-label={t('Conversation')} onKeyDown={toEdge}>
      {/* Preact's types confuse component refs with element refs. */}
      <VList ref={list as never} shift={isPrepended} onScroll={more} class="conversation-list" tabIndex={0}>
        {rows.map((row) => (
          <div key={row.id} class={`${rowClass(row)} ${row.id === found ? 'found' : ''}`}>
            <FoundContext.Provider value={row.id === found}>
              <RowView row={row} />
            </FoundContext.Provider>
          </div>
        ))}
      </VList>
    </div>
  );
}
