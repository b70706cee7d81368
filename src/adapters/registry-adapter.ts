/**
 * Turns changes of Claude Code's list of live sessions into facts. Pure: compares the entry before and after.
 */
import type { RegistryEntry } from '../claude/registry-file.ts';
import type { Draft } from '../core/draft.ts';
import type { Observed } from '../protocol/events.ts';

export interface RegistryChange {
  readonly before?: RegistryEntry | undefined;
  readonly now?: RegistryEntry | undefined;
  /** When it was noticed, in milliseconds. */
  readonly at: number;
  /** Why the entry is gone, if it is. */
  readonly gone?: 'exited' | 'killed';
  /** Whether the session is older than this move: /resume opens an old one, /clear a new one. */
  readonly isOld: (sessionId: string) => boolean;
  /** Whether the log already has this process as serving this session. */
  readonly isServing: (entry: RegistryEntry) => boolean;
  /** Whether the process has left this session for another one, according to the log. */
  readonly hasLeft: (entry: RegistryEntry) => boolean;
}

export interface SessionDrafts {
  readonly sessionId: string;
  readonly drafts: readonly Draft[];
}

export function readRegistryChange({
  before,
  now,
  at,
  gone = 'exited',
  isOld,
  isServing,
  hasLeft,
}: RegistryChange): SessionDrafts[] {
  const changes: SessionDrafts[] = [];
  const hasMoved = before !== undefined && now !== undefined && before.sessionId !== now.sessionId;
  if (before && (!now || hasMoved)) {
    // The stream may have reported it first.
    const drafts: Draft[] = isServing(before) ? [runEnded(before, at, hasMoved ? 'moved' : gone)] : [];
    if (hasMoved && !isOld(now.sessionId)) {
      const to = now.sessionId;
      drafts.push({ type: 'session_moved', source: 'registry', at, key: `moved:${to}`, to, reason: 'clear' });
    }
    if (drafts.length > 0) changes.push({ sessionId: before.sessionId, drafts });
  }
  // The stream reports a move first: until Claude Code has updated its list, the entry is about the session before.
  if (now && (hasMoved || !hasLeft(now))) {
    const begun = isServing(now) ? describe(before, now, at) : [runStarted(now, at, hasMoved)];
    const drafts = [...begun, ...activity(before, now)];
    if (drafts.length > 0) changes.push({ sessionId: now.sessionId, drafts });
  }
  return changes;
}

function runStarted(entry: RegistryEntry, at: number, hasMoved: boolean): Draft<'run_started'> {
  const { pid, kind, entrypoint, tmux, startedAt } = entry;
  return {
    type: 'run_started',
    source: 'registry',
    at: hasMoved ? at : (startedAt ?? at),
    pid,
    start_mark: entry.procStart ?? '',
    ...(kind && { kind }),
    ...(entrypoint && { entrypoint }),
    ...(tmux && { tmux_pane: tmux }),
    observed: observations(entry),
  };
}

function runEnded(
  { pid, procStart }: RegistryEntry,
  at: number,
  reason: 'exited' | 'killed' | 'moved',
): Draft {
  return { type: 'run_ended', source: 'registry', at, pid, start_mark: procStart ?? '', reason };
}

function describe(before: RegistryEntry | undefined, now: RegistryEntry, at: number): Draft[] {
  const [old, fresh] = [before ? observations(before) : {}, observations(now)];
  const changed = Object.entries(fresh).filter(([field, value]) => old[field as keyof Observed] !== value);
  if (changed.length === 0) return [];
  const fields = changed.map(([field]) => field);
  return [{ type: 'session_described', source: 'registry', at, fields, observed: fresh }];
}

function activity(
  before: RegistryEntry | undefined,
  { status, waitingFor, statusUpdatedAt, pid, ...now }: RegistryEntry,
): Draft[] {
  const known = ACTIVITIES[status ?? ''];
  if (!known || statusUpdatedAt === undefined) return [];
  if (
    before?.sessionId === now.sessionId &&
    before.statusUpdatedAt === statusUpdatedAt &&
    before.status === status
  )
    return [];
  return [
    {
      type: 'activity_changed',
      source: 'registry',
      at: statusUpdatedAt,
      key: `activity:${pid}:${statusUpdatedAt}:${known}`,
      activity: known,
      ...(known === 'waiting' && waitingFor && { waiting_for: waitingFor }),
    },
  ];
}

const ACTIVITIES: Readonly<Record<string, 'working' | 'waiting' | 'idle'>> = {
  busy: 'working',
  waiting: 'waiting',
  idle: 'idle',
};

/**
 * Names that Claude Code derives from the folder are less useful than the first prompt: they are not used as
 * titles.
 */
const NAME_RANKS: Readonly<Record<string, number>> = { user: 3, hook: 3, auto: 2 };

function observations({ cwd, version, name, nameSource }: RegistryEntry): Observed {
  const rank = NAME_RANKS[nameSource ?? ''];
  return {
    ...(cwd && { cwd }),
    ...(version && { claude_version: version }),
    ...(name && rank !== undefined && { title: name, title_rank: rank }),
  };
}
