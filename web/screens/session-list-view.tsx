/** The session list by project, with filters: a screen on a phone, a sidebar on a desktop. */
import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter';
import { FILTERED, type Filter, groupSessions } from '../../src/core/group-sessions.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { Chips } from '../parts/chips.tsx';
import { CopyLine } from '../parts/copy-line.tsx';
import { Icon } from '../parts/icon.tsx';
import { SessionRow, waitsFor } from './session-row.tsx';
import { useFoundSessions } from './use-found-sessions.ts';

const FILTERS: readonly [Filter, string][] = [
  ['all', 'All'],
  ['waiting', 'Waiting'],
  ['running', 'Running'],
  ['idle', 'Idle'],
  ['ended', 'Ended'],
];

/** `isAside`: next to a screen that explains more. */
export function SessionListView({ isAside = false }: { readonly isAside?: boolean }) {
  const { sessions: store, hosts, inbox } = useHub();
  useStore(hosts);
  useStore(inbox);
  const { counts, sessions: live } = useStore(store);
  const [filter, setFilter] = useState<Filter>('all');
  const [words, setWords] = useState('');
  const [place] = useLocation();
  const { sessions, isLoaded, hasMore, loadMore } = useFoundSessions(filter, words);
  const countOf = (name: Exclude<Filter, 'all'>) =>
    FILTERED[name].reduce((sum, status) => sum + (counts?.[status] ?? 0), 0);
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
      <Chips
        label="Status"
        style="chips"
        value={filter}
        choices={FILTERS.map(([value, words]) => ({
          value,
          words: value === 'all' ? words : `${words} ${countOf(value)}`,
        }))}
        onChange={setFilter}
      />
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
                  waitsFor={waitsFor(session, inbox.of(address))}
                  host={hosts.nameOf(session)}
                  isOffline={hosts.stateOf(session)?.state === 'offline'}
                  isCurrent={place === `/sessions/${address}`}
                />
              );
            })}
          </section>
        ))}
        {hasMore && (
          <button type="button" class="fold" onClick={() => void loadMore()}>
            Show older sessions
          </button>
        )}
        {isLoaded && projects.length === 0 && <Nothing hasSessions={live.length > 0} isAside={isAside} />}
      </div>
    </>
  );
}

function Nothing({ hasSessions, isAside }: { readonly hasSessions: boolean; readonly isAside: boolean }) {
  if (hasSessions) return <p class="empty">No matching sessions</p>;
  if (isAside) return <p class="empty small muted">Sessions appear here.</p>;
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
