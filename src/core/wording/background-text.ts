/** Background tasks in words. Values that newer versions of Claude Code add are passed on unchanged. */
import { exactTexts } from '../../lib/hidden-characters.ts';
import { t, tn } from '../translate.ts';

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
  shell: t('command'),
  local_bash: t('command'),
  subagent: t('subagent'),
  local_agent: t('subagent'),
};

const STATES: Readonly<Record<string, string>> = {
  running: t('running'),
  completed: t('completed'),
  failed: t('failed'),
};

export function taskText(task: Readonly<Record<string, unknown>>): TaskWords {
  const { text, id } = reading(task);
  const type = text('type') || text('task_type');
  const kind = KINDS[type] ?? (type.replaceAll('_', ' ') || t('task'));
  const agent = text('agent_type');
  const status = text('status') || 'running';
  const startedAt = text('started_at');
  return {
    id,
    ...exactTexts({
      title: text('description') || text('command') || id || t('without a name'),
      about: `${agent ? `${kind} ${agent}` : kind}, ${STATES[status] ?? status}`,
    }),
    ...(startedAt && { startedAt }),
  };
}

/** `1 background task`; empty when there is none. */
export function taskCount(tasks: readonly unknown[]): string {
  return tasks.length === 0 ? '' : tn(tasks.length, '{n} background task', '{n} background tasks');
}

function reading(task: Readonly<Record<string, unknown>>) {
  const text = (name: string) => (typeof task[name] === 'string' ? (task[name] as string) : '');
  return { text, id: text('id') || text('task_id') };
}
