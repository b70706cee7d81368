/**
 * The tasks of a session, from the calls that change them: a whole list (TodoWrite), single tasks
 * (TaskCreate, TaskUpdate), and the list as Claude Code shows it (TaskList). Only successful calls count.
 * Older calls may arrive later, if a transcript is read from its end first.
 */
import { isRecord, isText } from '../lib/json-values.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Task } from '../protocol/session.ts';
import { ownEntry } from './own-entry.ts';
import type { SessionState, TaskCall } from './session-state.ts';

/** Deleted tasks are remembered, so that an older call does not restore them. */
const DELETED = 'deleted';
/** The key for the time of the whole list among the times of tasks. */
const WHOLE_LIST = '*';

type Tasks = Pick<SessionState, 'tasks' | 'tasks_at'>;
type Change = Partial<SessionState>;

export function presentTasks({ tasks }: Pick<SessionState, 'tasks'>): Task[] {
  return Object.values(tasks).filter(({ state }) => state !== DELETED);
}

export function taskCallStarted(
  state: SessionState,
  { name, input, tool_use_id }: ReinsEvent<'tool_started'>,
  at: number,
): Change {
  const isChange = name === 'TaskUpdate' || (name === 'TodoWrite' && Array.isArray(input['todos']));
  return isChange ? join(state, tool_use_id, { at, input }) : {};
}

export function taskCallFinished(
  state: SessionState,
  { details, tool_use_id, is_error, at }: ReinsEvent<'tool_finished'>,
): Change {
  const { task, tasks, taskId, success, newTodos } = isRecord(details) && !is_error ? details : {};
  if (isRecord(task) && 'id' in task && 'subject' in task) {
    return createTask(state, String(task['id']), String(task['subject']), Date.parse(at));
  }
  if (Array.isArray(tasks) && tasks.every(isListed)) return replaceTasks(state, tasks, Date.parse(at));
  const isUpdate = (taskId !== undefined && success !== undefined) || newTodos !== undefined;
  const isExpected = ownEntry(state.task_calls ?? {}, tool_use_id) !== undefined;
  return isUpdate || isExpected ? join(state, tool_use_id, { isDone: !is_error && success !== false }) : {};
}

function join(state: SessionState, callId: string, news: TaskCall): Change {
  const { [callId]: known, ...others } = state.task_calls ?? {};
  const { at, input, isDone } = { ...known, ...news };
  if (isDone === undefined || !input || at === undefined) {
    return { task_calls: { ...others, [callId]: { ...known, ...news } } };
  }
  if (!isDone) return { task_calls: others };
  const { todos } = input;
  const change = Array.isArray(todos) ? replaceTasks(state, todos, at) : updateTask(state, input, at);
  return { task_calls: others, ...change };
}

/** The last written list, and later updates of single tasks. */
function replaceTasks({ tasks, tasks_at = {} }: Tasks, list: readonly unknown[], at: number): Change {
  if (at < (tasks_at[WHOLE_LIST] ?? 0)) return {};
  const written = tasksOf(list);
  const since = Object.entries(tasks_at).filter(([, changedAt]) => changedAt > at);
  const changed = since.flatMap(([id]): [string, Task][] => {
    const task = ownEntry(tasks, id);
    return task ? [[id, { ...task, subject: task.subject || (ownEntry(written, id)?.subject ?? '') }]] : [];
  });
  return {
    tasks: { ...written, ...Object.fromEntries(changed) },
    tasks_at: { ...Object.fromEntries(since), [WHOLE_LIST]: at },
  };
}

/**
 * It may already be known from an update that arrived first, or from an older list that used the same number.
 */
function createTask({ tasks, tasks_at = {} }: Tasks, id: string, subject: string, at: number): Change {
  if (at < (tasks_at[WHOLE_LIST] ?? 0)) return {};
  const known = ownEntry(tasks, id);
  const changedAt = ownEntry(tasks_at, id) ?? 0;
  const state = (changedAt >= at && known?.state) || 'pending';
  const isRenamed = (ownEntry(tasks_at, subjectOf(id)) ?? 0) >= at;
  return {
    tasks: { ...tasks, [id]: { id, subject: (isRenamed && known?.subject) || subject, state } },
    tasks_at: { ...tasks_at, [id]: Math.max(changedAt, at) },
  };
}

/** The last reported state and subject. */
function updateTask(
  { tasks, tasks_at = {} }: Tasks,
  { taskId, status, subject }: Readonly<Record<string, unknown>>,
  at: number,
): Change {
  const id = String(taskId ?? '');
  const renamed = subjectOf(id);
  const isNews = (key: string) => at >= Math.max(ownEntry(tasks_at, key) ?? 0, tasks_at[WHOLE_LIST] ?? 0);
  const hasState = status !== undefined && isNews(id);
  const hasSubject = subject !== undefined && isNews(renamed);
  const known = ownEntry(tasks, id) ?? { id, subject: '', state: 'pending' };
  if (!hasState && !hasSubject && ownEntry(tasks, id)) return {};
  return {
    tasks: {
      ...tasks,
      [id]: {
        ...known,
        ...(hasState && { state: String(status) }),
        ...(hasSubject && { subject: String(subject) }),
      },
    },
    tasks_at: { ...tasks_at, ...(hasState && { [id]: at }), ...(hasSubject && { [renamed]: at }) },
  };
}

function subjectOf(id: string): string {
  return `subject of ${id}`;
}

function tasksOf(list: readonly unknown[]): Record<string, Task> {
  const tasks = list.map((entry, index): Task => {
    const { id, content, subject, status } = isRecord(entry) ? entry : {};
    return {
      id: String(id ?? index + 1),
      subject: String(content ?? subject ?? ''),
      state: String(status ?? 'pending'),
    };
  });
  return Object.fromEntries(tasks.map((task) => [task.id, task]));
}

function isListed(entry: unknown): boolean {
  return isRecord(entry) && [entry['id'], entry['subject'], entry['status']].every(isText);
}
