/** What a takeover would lose: none of it survives the end of the process. */
import { backgroundTasks } from '../../core/background-tasks.ts';
import { waitingPrompts } from '../../core/claude-queue.ts';
import { openInteractions } from '../../core/present-session.ts';
import type { SessionState } from '../../core/session-state.ts';
import type { Run } from '../../drivers/driver.ts';

export interface Loss {
  readonly what: 'turn' | 'dialog' | 'background_tasks' | 'queue' | 'draft';
  readonly description: string;
}

export async function findLosses(state: SessionState, run: Run): Promise<Loss[]> {
  const lost: Loss[] = [];
  const add = (what: Loss['what'], description: string) => lost.push({ what, description });
  const open = openInteractions(state);
  const activity = state.activity?.value.now;
  if (open.length > 0 || activity === 'waiting') add('dialog', 'an open dialog');
  else if (activity === 'working') add('turn', 'the running turn, including its tool calls');
  const tasks = backgroundTasks(state).filter(({ status }) => !isDone(status));
  if (tasks.length > 0) add('background_tasks', count(tasks.length, 'background task'));
  const waiting = waitingPrompts(state).length;
  if (waiting > 0) add('queue', `${count(waiting, 'prompt')} in Claude Code's own queue`);
  const draft = await run.draft();
  if (draft) add('draft', `a draft in the input box: "${draft.slice(0, 200)}"`);
  return lost;
}

function isDone(status: unknown): boolean {
  return typeof status === 'string' && ['completed', 'failed', 'killed', 'stopped'].includes(status);
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
