/** Sessions for the list: filtered, and grouped by project. */

import type { Session } from '../protocol/session.ts';
import { projectName, shortHome } from './wording/shown-path.ts';

export type Filter = 'all' | 'running' | 'idle' | 'ended';

export interface Project {
  readonly cwd: string;
  readonly name: string;
  readonly sessions: readonly Session[];
}

export function matches({ status }: Session, filter: Filter): boolean {
  if (filter === 'all') return true;
  if (filter === 'running') return status === 'working' || status === 'waiting' || status === 'starting';
  return status === filter;
}

/** In the order of the given sessions: the project with the newest activity comes first. */
export function groupSessions(sessions: readonly Session[], filter: Filter, words: string): Project[] {
  const wanted = words.trim().toLowerCase();
  const groups = new Map<string, Session[]>();
  for (const session of sessions) {
    const text = `${session.title} ${session.cwd} ${session.git_branch ?? ''}`.toLowerCase();
    if (!matches(session, filter) || !text.includes(wanted)) continue;
    const group = groups.get(session.cwd);
    if (group) group.push(session);
    else groups.set(session.cwd, [session]);
  }
  const names = new Map<string, number>();
  for (const cwd of groups.keys()) names.set(projectName(cwd), (names.get(projectName(cwd)) ?? 0) + 1);
  return [...groups].map(([cwd, group]) => {
    const name = projectName(cwd);
    // Projects with the same name are distinguished by their path.
    return { cwd, name: (names.get(name) ?? 0) > 1 ? shortHome(cwd) : name || 'no folder', sessions: group };
  });
}
