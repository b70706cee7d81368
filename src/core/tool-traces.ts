/** What tool calls leave behind in the session's state: tasks, touched files, the plan. */
import type { ReinsEvent } from '../protocol/events.ts';
import type { Task, TouchedFile } from '../protocol/session.ts';
import { later } from './latest.ts';
import { ownEntry } from './own-entry.ts';
import type { SessionState } from './session-state.ts';

/** Among the times of tasks, that of the list as a whole. */
const WHOLE_LIST = '*';

type ToolEvent = ReinsEvent<'tool_started' | 'tool_finished'>;

export function reduceToolUse(state: SessionState, event: ToolEvent, at: number): Partial<SessionState> {
  if (event.type === 'tool_finished') return event.is_error ? {} : afterSuccess(state, event);
  const { name, input, tool_use_id } = event;
  if (name === 'ExitPlanMode' && typeof input['plan'] === 'string') {
    return { plan: later(state.plan, { text: input['plan'], tool_use_id }, at) };
  }
  if (name === 'TodoWrite' && Array.isArray(input['todos'])) return replaceTasks(state, input['todos'], at);
  if (name === 'TaskUpdate') return updateTask(state, input, at);
  return {};
}

function afterSuccess(
  state: SessionState,
  { details, at }: ReinsEvent<'tool_finished'>,
): Partial<SessionState> {
  if (typeof details !== 'object' || details === null) return {};
  const { filePath, structuredPatch, task } = details as Record<string, unknown>;
  if (typeof filePath === 'string' && Array.isArray(structuredPatch)) {
    const touched = touch(ownEntry(state.files, filePath), filePath, details as Record<string, unknown>, at);
    return { files: { ...state.files, [filePath]: touched } };
  }
  if (typeof task === 'object' && task !== null && 'id' in task && 'subject' in task) {
    return createTask(state, String(task.id), String(task.subject), Date.parse(at));
  }
  return {};
}

function touch(
  known: TouchedFile | undefined,
  path: string,
  details: Record<string, unknown>,
  at: string,
): TouchedFile {
  const hunks = details['structuredPatch'] as ({ lines?: unknown } | null)[];
  const lines = hunks.flatMap((hunk) => (Array.isArray(hunk?.lines) ? hunk.lines.map(String) : []));
  // A new file has no patch, only content.
  const created = details['type'] === 'create' ? linesOf(String(details['content'] ?? '')) : 0;
  return {
    path,
    edits: (known?.edits ?? 0) + 1,
    lines_added: (known?.lines_added ?? 0) + created + lines.filter((line) => line.startsWith('+')).length,
    lines_removed: (known?.lines_removed ?? 0) + lines.filter((line) => line.startsWith('-')).length,
    last_at: known && known.last_at > at ? known.last_at : at,
  };
}

/** The end of the last line begins no other. */
function linesOf(content: string): number {
  return content === '' ? 0 : content.replace(/\n$/, '').split('\n').length;
}

/**
 * The list as it was written last, and what was said of single tasks since. Older calls may be heard of later, when a transcript
 * is read from its end first.
 */
function replaceTasks(
  { tasks, tasks_at = {} }: SessionState,
  todos: unknown[],
  at: number,
): Partial<SessionState> {
  if (at < (tasks_at[WHOLE_LIST] ?? 0)) return {};
  const list = tasksOf(todos);
  const since = Object.entries(tasks_at).filter(([, changedAt]) => changedAt > at);
  const changed = since.flatMap(([id]): [string, Task][] => {
    const task = ownEntry(tasks, id);
    return task ? [[id, { ...task, subject: task.subject || (ownEntry(list, id)?.subject ?? '') }]] : [];
  });
  return {
    tasks: { ...list, ...Object.fromEntries(changed) },
    tasks_at: { ...Object.fromEntries(since), [WHOLE_LIST]: at },
  };
}

/** It may be known already, by an update that was heard of first, or by an older list that used the same number. */
function createTask(
  { tasks, tasks_at = {} }: SessionState,
  id: string,
  subject: string,
  at: number,
): Partial<SessionState> {
  if (at < (tasks_at[WHOLE_LIST] ?? 0)) return {};
  const changedAt = ownEntry(tasks_at, id) ?? 0;
  const later = changedAt >= at ? ownEntry(tasks, id) : undefined;
  return {
    tasks: { ...tasks, [id]: { id, subject: later?.subject || subject, state: later?.state ?? 'pending' } },
    tasks_at: { ...tasks_at, [id]: Math.max(changedAt, at) },
  };
}

function tasksOf(todos: unknown[]): Record<string, Task> {
  const tasks = todos.map((todo, index): Task => {
    const { id, content, status } = (todo ?? {}) as Record<string, unknown>;
    return {
      id: String(id ?? index + 1),
      subject: String(content ?? ''),
      state: String(status ?? 'pending'),
    };
  });
  return Object.fromEntries(tasks.map((task) => [task.id, task]));
}

function updateTask(
  { tasks, tasks_at = {} }: SessionState,
  input: Record<string, unknown>,
  at: number,
): Partial<SessionState> {
  const id = String(input['taskId'] ?? '');
  if (at < Math.max(ownEntry(tasks_at, id) ?? 0, tasks_at[WHOLE_LIST] ?? 0)) return {};
  const known = ownEntry(tasks, id) ?? { id, subject: String(input['subject'] ?? ''), state: 'pending' };
  return {
    tasks: { ...tasks, [id]: { ...known, state: String(input['status'] ?? known.state) } },
    tasks_at: { ...tasks_at, [id]: at },
  };
}
