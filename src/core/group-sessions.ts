/** Sessions for the list: filtered, and grouped by project. */

import type { Session, Status } from '../protocol/session.ts';
import { projectName, shortHome } from './wording/shown-path.ts';

/** The statuses that each filter selects. */
export const FILTERED = {
  waiting: ['waiting'],
  running: ['starting', 'working'],
  idle: ['idle'],
  ended: ['ended'],
} as const satisfies Record<string, readonly Status[]>;

export type Filter = 'all' | keyof typeof FILTERED;

export interface Project {
  readonly cwd: string;
  readonly name: string;
  readonly sessions: readonly Session[];
}

function matches({ status }: Session, filter: Filter): boolean {
  return filter === 'all' || (FILTERED[filter] as readonly Status[]).includes(status);
}

/**
 * In the order of the given sessions, except that waiting ones come first: so the project that needs someone, or else
 * the one with the newest activity, is on top.
 */
export function groupSessions(sessions: readonly Session[], filter: Filter, words: string): Project[] {
  const wanted = words.trim().toLowerCase();
  const groups = new Map<string, Session[]>();
  const isWaiting = ({ status }: Session) => status === 'waiting';
  for (const session of [...sessions.filter(isWaiting), ...sessions.filter((one) => !isWaiting(one))]) {
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
