/** The session list by project, with filters: a screen on a phone, a sidebar on a desktop. */
import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter';
import { type Filter, groupSessions, matches } from '../../src/core/group-sessions.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { CopyLine } from '../parts/copy-line.tsx';
import { Icon } from '../parts/icon.tsx';
import { SessionRow } from './session-row.tsx';

const FILTERS: readonly [Filter, string][] = [
  ['all', 'All'],
  ['running', 'Running'],
  ['idle', 'Idle'],
  ['ended', 'Ended'],
];

export function SessionListView() {
  const { sessions: store, hosts } = useHub();
  useStore(hosts);
  const { sessions, isLoaded, hasMore } = useStore(store);
  const [filter, setFilter] = useState<Filter>('all');
  const [words, setWords] = useState('');
  const [place] = useLocation();
  const drawn = useGradually(sessions.length);
  // Sessions that are not rendered yet are the oldest, below the fold.
  const projects = groupSessions(sessions.slice(0, drawn), filter, words);
  return (
    <>
      <div class="filter">
        <input
          class="field"
          type="search"
          placeholder="Filter by title or folder"
          aria-label="Filter sessions"
          data-search
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
        <Link
          class="icon-button"
          href="/search"
          aria-label="Search all conversations"
          title="Search all conversations"
        >
          <Icon name="search" />
        </Link>
      </div>
      <div class="chips">
        {FILTERS.map(([name, label]) => (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={filter === name}
            onClick={() => setFilter(name)}
          >
            {label} {name !== 'all' && sessions.filter((session) => matches(session, name)).length}
          </button>
        ))}
      </div>
      <div class="scroll session-list">
        {projects.map(({ cwd, name, sessions: own }) => (
          <section key={cwd} aria-label={name}>
            <h2 class="project-head cut" title={cwd}>
              {name}
            </h2>
            {own.map((session) => {
              const address = store.addressOf(session);
              return (
                <SessionRow
                  key={address}
                  session={session}
                  address={address}
                  isUnread={store.isUnread(session)}
                  host={hosts.nameOf(session)}
                  isOffline={hosts.stateOf(session)?.state === 'offline'}
                  isCurrent={place === `/sessions/${address}`}
                />
              );
            })}
          </section>
        ))}
        {hasMore && words === '' && (
          <button type="button" class="fold" onClick={() => void store.loadMore()}>
            Show older sessions
          </button>
        )}
        {isLoaded && projects.length === 0 && <Nothing hasSessions={sessions.length > 0} />}
      </div>
    </>
  );
}

function Nothing({ hasSessions }: { readonly hasSessions: boolean }) {
  if (hasSessions) return <p class="empty">No matching sessions</p>;
  return (
    <div class="empty">
      <h2>No sessions yet</h2>
      <p>Start Claude Code in any terminal. Its session appears here.</p>
      <CopyLine text="claude" />
    </div>
  );
}

const FIRST = 16;
const STEP = 24;
/** Leaves time for input in between. */
const BREATH_MS = 30;

/** How many rows of a long list are rendered: first a screenful, then the rest in steps. */
function useGradually(total: number): number {
  const [count, setCount] = useState(FIRST);
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => setCount(count + STEP), BREATH_MS);
    return () => clearTimeout(timer);
  }, [count, total]);
  return Math.min(count, total);
}
