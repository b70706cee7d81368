/** The session list in groups, with filters: a screen on a phone, a sidebar on a desktop. */
import { lazy, Suspense } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter';
import { FILTERED, type Filter, groupSessions } from '../../src/core/group-sessions.ts';
import { t } from '../../src/core/translate.ts';
import { projectName } from '../../src/core/wording/shown-path.ts';
import type { Session } from '../../src/protocol/session.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { Chips } from '../parts/chips.tsx';
import { CopyLine } from '../parts/copy-line.tsx';
import { Icon } from '../parts/icon.tsx';
import { Warning } from '../parts/warning.tsx';
import { SessionRow, waitsFor } from './session-row.tsx';
import { useFoundSessions } from './use-found-sessions.ts';

const RowMenu = lazy(() => import('./row-menu.tsx').then(({ RowMenu }) => ({ default: RowMenu })));

type Status = keyof typeof FILTERED;

const FILTERS: readonly [Exclude<Filter, 'archived'>, string][] = [
  ['all', t('All')],
  ['waiting', t('Waiting')],
  ['running', t('Running')],
  ['idle', t('Idle')],
  ['ended', t('Ended')],
];

/** `isAside`: next to a screen that explains more. */
export function SessionListView({ isAside = false }: { readonly isAside?: boolean }) {
  const hub = useHub();
  const { sessions: store, hosts, inbox } = hub;
  useStore(hosts);
  useStore(inbox);
  const { counts, labels, sessions: live } = useStore(store);
  const [filter, setFilter] = useState<Filter>('all');
  const [label, setLabel] = useState<string>();
  const [words, setWords] = useState('');
  const [menuOf, setMenuOf] = useState<Session>();
  const [problem, setProblem] = useState<string>();
  const [place] = useLocation();
  const { sessions, isLoaded, hasMore, loadMore } = useFoundSessions({ filter, label, words });
  const countOf = (name: Status) => FILTERED[name].reduce((sum, one) => sum + (counts?.[one] ?? 0), 0);
  const drawn = useGradually(sessions.length);
  // Sessions that are not rendered yet are the oldest, below the fold.
  const groups = groupSessions(topFirst(sessions).slice(0, drawn), filter, words);
  return (
    <>
      <div class="filter">
        <input
          class="field"
          type="search"
          placeholder={t('Filter by title, folder or label')}
          aria-label={t('Filter sessions')}
          data-search
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
        <Link
          class="icon-button"
          href="/search"
          aria-label={t('Search all conversations')}
          title={t('Search all conversations')}
        >
          <Icon name="search" />
        </Link>
      </div>
      <Chips
        label={t('Status')}
        style="chips"
        value={filter}
        choices={FILTERS.map(([value, words]) => ({
          value,
          words: value === 'all' ? words : `${words} ${countOf(value)}`,
        }))}
        onChange={setFilter}
      />
      <LabelChips labels={labels} value={label} onChange={setLabel} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons inside are used by keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: one listener for all menu buttons */}
      <div
        class="scroll session-list"
        onClick={({ target }) => {
          const button = target instanceof Element ? target.closest<HTMLElement>('[data-menu]') : null;
          if (button) setMenuOf(sessions.find((one) => store.addressOf(one) === button.dataset['menu']));
        }}
      >
        {groups.map(({ key, cwd, name, sessions: own }) => (
          <section key={key} aria-label={name}>
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
                  project={cwd === undefined ? projectName(session.cwd) : undefined}
                  host={hosts.nameOf(session)}
                  isOffline={hosts.stateOf(session)?.state === 'offline'}
                  isCurrent={place === `/sessions/${address}`}
                  hasMenu={hub.maySteer()}
                />
              );
            })}
          </section>
        ))}
        {problem && <Warning words={problem} />}
        {hasMore && (
          <button
            type="button"
            class="fold"
            onClick={() =>
              loadMore().then(
                () => setProblem(undefined),
                (error: Error) => setProblem(error.message),
              )
            }
          >
            {t('Show older sessions')}
          </button>
        )}
        {isLoaded && groups.length === 0 && (
          <Nothing hasSessions={live.length > 0} filter={filter} isAside={isAside} />
        )}
        {isLoaded && live.length > 0 && (
          <button
            type="button"
            class="fold quiet"
            onClick={() => setFilter(filter === 'archived' ? 'all' : 'archived')}
          >
            {filter === 'archived' ? t('Back to all sessions') : t('Show archived sessions')}
          </button>
        )}
      </div>
      {menuOf && (
        <Suspense fallback={null}>
          <RowMenu session={menuOf} onClose={() => setMenuOf(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** Pressing a label again shows all sessions. */
function LabelChips({ labels, value, onChange }: LabelChipsProps) {
  const known = Object.keys(labels).sort((a, b) => a.localeCompare(b));
  if (known.length === 0) return null;
  return (
    <fieldset class="chips labels" aria-label={t('Label')}>
      {known.map((label) => (
        <button
          key={label}
          type="button"
          class="chip"
          aria-pressed={label === value}
          onClick={() => onChange(label === value ? undefined : label)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

interface LabelChipsProps {
  readonly labels: Readonly<Record<string, number>>;
  readonly value: string | undefined;
  readonly onChange: (label: string | undefined) => void;
}

/** Sessions that wait or are pinned may be old, but are on top. */
function topFirst(sessions: readonly Session[]): Session[] {
  const isTop = ({ status, pinned }: Session) => status === 'waiting' || pinned === true;
  return [...sessions.filter(isTop), ...sessions.filter((session) => !isTop(session))];
}

interface NothingProps {
  readonly hasSessions: boolean;
  readonly filter: Filter;
  readonly isAside: boolean;
}

function Nothing({ hasSessions, filter, isAside }: NothingProps) {
  if (filter === 'archived') return <p class="empty">{t('No archived sessions')}</p>;
  if (hasSessions) return <p class="empty">{t('No matching sessions')}</p>;
  if (isAside) return <p class="empty small muted">{t('Sessions appear here.')}</p>;
  return (
    <div class="empty">
      <h2>{t('No sessions yet')}</h2>
      <p>{t('Start Claude Code in any terminal. Its session appears here.')}</p>
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
