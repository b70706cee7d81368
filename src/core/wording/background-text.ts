/** Background tasks in words. Values that newer versions of Claude Code add are passed on unchanged. */
import { exactTexts } from '../../lib/hidden-characters.ts';

export interface TaskWords {
  readonly id: string;
  /** Its purpose: its description, or the command. */
  readonly title: string;
  /** `command, running`, `subagent Explore, running` */
  readonly about: string;
  readonly startedAt?: string;
}

/** Hooks and the output stream use different names for the same field. */
const KINDS: Readonly<Record<string, string>> = {
  shell: 'command',
  local_bash: 'command',
  subagent: 'subagent',
  local_agent: 'subagent',
};

export function taskText(task: Readonly<Record<string, unknown>>): TaskWords {
  const { text, id } = reading(task);
  const type = text('type') || text('task_type');
  const kind = KINDS[type] ?? (type.replaceAll('_', ' ') || 'task');
  const agent = text('agent_type');
  const startedAt = text('started_at');
  return {
    id,
    ...exactTexts({
      title: text('description') || text('command') || id || 'without a name',
      about: `${agent ? `${kind} ${agent}` : kind}, ${text('status') || 'running'}`,
    }),
    ...(startedAt && { startedAt }),
  };
}

/** `1 background task`; empty when there is none. */
export function taskCount(tasks: readonly unknown[]): string {
  if (tasks.length === 0) return '';
  return tasks.length === 1 ? '1 background task' : `${tasks.length} background tasks`;
}

function reading(task: Readonly<Record<string, unknown>>) {
  const text = (name: string) => (typeof task[name] === 'string' ? (task[name] as string) : '');
  return { text, id: text('id') || text('task_id') };
}
