/** What has changed about a session beside its conversation, as updates: purely, from how it was and how it is. */
import type { PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk';
import type { SessionDetails, Task } from '../protocol/session.ts';
import { type Chosen, configOptionsOf, modeOf } from './session-choices.ts';

export type Facts = Chosen & Pick<SessionDetails, 'title' | 'tasks' | 'cost_usd' | 'last_activity_at'>;

/** `before`: what the editor has been told; absent when it knows nothing yet. */
export function factUpdates(before: Facts | undefined, now: Facts): SessionUpdate[] {
  const isNew = (read: (facts: Facts) => unknown) =>
    before === undefined || JSON.stringify(read(before)) !== JSON.stringify(read(now));
  const updates: SessionUpdate[] = [];
  // What can be chosen is part of the answer that opened the session.
  if (before && isNew(modeOf)) {
    updates.push({ sessionUpdate: 'current_mode_update', currentModeId: modeOf(now) });
  }
  if (before && isNew(configOptionsOf)) {
    updates.push({ sessionUpdate: 'config_option_update', configOptions: configOptionsOf(now) });
  }
  if (now.title !== '' && isNew(({ title }) => title)) {
    updates.push({ sessionUpdate: 'session_info_update', title: now.title, updatedAt: now.last_activity_at });
  }
  if ((before || now.tasks.length > 0) && isNew(({ tasks }) => tasks)) {
    updates.push({ sessionUpdate: 'plan', entries: now.tasks.map(planEntry) });
  }
  return updates;
}

function planEntry({ subject, state }: Task): PlanEntry {
  const status = state === 'in_progress' || state === 'completed' ? state : 'pending';
  return { content: subject, priority: 'medium', status };
}
