/** Commands and subagents that run in the background: Claude Code's newest list, and when each started. */
import type { ReinsEvent } from '../protocol/events.ts';
import { later } from './latest.ts';
import { ownEntry } from './own-entry.ts';
import type { SessionState } from './session-state.ts';

type Task = Readonly<Record<string, unknown>>;

/** Every list replaces the one before it. */
export function tasksListed(
  state: SessionState,
  { tasks }: ReinsEvent<'background_tasks_changed'>,
  at: number,
): Partial<SessionState> {
  return {
    background_tasks: later(state.background_tasks, tasks, at),
    ...tasksSeen(state, tasks.map(taskId), at),
  };
}

/**
 * The result of a command that continues in the background contains its task id, long before hooks list it.
 */
export function taskBegun(
  state: SessionState,
  { details }: ReinsEvent<'tool_finished'>,
  at: number,
): Partial<SessionState> {
  const id = (details as { backgroundTaskId?: unknown } | null | undefined)?.backgroundTaskId;
  return typeof id === 'string' ? tasksSeen(state, [id], at) : {};
}

/**
 * Empty if the list is older than the current processes of the session: its tasks ended with an earlier
 * process.
 */
export function backgroundTasks(state: SessionState): Record<string, unknown>[] {
  const { value = [], at = 0 } = state.background_tasks ?? {};
  const live = Object.values(state.runs).filter(({ ended_at }) => ended_at === undefined);
  const isOld = live.length > 0 && live.every(({ started_at }) => Date.parse(started_at) > at);
  return isOld ? [] : value.map((task) => ({ ...startOf(state, task), ...task }));
}

/**
 * Claude Code does not report when a task started, so this is when it was first seen, or when its subagent
 * started.
 */
function startOf({ background_since = {}, agents }: SessionState, task: Task): { started_at?: string } {
  const id = taskId(task);
  const seen = ownEntry(background_since, id);
  const agent = ownEntry(agents, id)?.started_at;
  if (agent !== undefined) return { started_at: agent };
  return seen === undefined ? {} : { started_at: new Date(seen).toISOString() };
}

function tasksSeen({ background_since = {} }: SessionState, ids: readonly string[], at: number) {
  const news = ids.filter((id) => id !== '' && at < (ownEntry(background_since, id) ?? Infinity));
  if (news.length === 0) return {};
  return { background_since: { ...background_since, ...Object.fromEntries(news.map((id) => [id, at])) } };
}

/** `id` in hooks, `task_id` in the output stream. */
function taskId({ id, task_id }: Task): string {
  return String(id ?? task_id ?? '');
}
