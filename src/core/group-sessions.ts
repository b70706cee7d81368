/** Sessions for the list: filtered, and grouped by project. */

import type { Session, Status } from '../protocol/session.ts';
import { t } from './translate.ts';
import { projectName, shortHome } from './wording/shown-path.ts';

/** The statuses that each filter selects. */
export const FILTERED = {
  waiting: ['waiting'],
  running: ['starting', 'working'],
  idle: ['idle'],
  ended: ['ended'],
} as const satisfies Record<string, readonly Status[]>;

/** Archived sessions are in their own filter only. */
export type Filter = 'all' | 'archived' | keyof typeof FILTERED;

export interface Project {
  /** Empty for the pinned sessions of all projects. */
  readonly cwd: string;
  readonly name: string;
  readonly sessions: readonly Session[];
}

/** The group of pinned sessions. */
export const PINNED = { cwd: '', name: t('Pinned') };

function matches({ status, archived = false }: Session, filter: Filter): boolean {
  if (archived || filter === 'archived') return archived && filter === 'archived';
  return filter === 'all' || (FILTERED[filter] as readonly Status[]).includes(status);
}

/**
 * In the order of the given sessions, except that pinned and then waiting ones come first: so the project that needs
 * someone, or else the one with the newest activity, is above the others.
 */
export function groupSessions(sessions: readonly Session[], filter: Filter, words: string): Project[] {
  const wanted = words.trim().toLowerCase();
  const pinned: Session[] = [];
  const groups = new Map<string, Session[]>();
  const isWaiting = ({ status }: Session) => status === 'waiting';
  for (const session of [...sessions.filter(isWaiting), ...sessions.filter((one) => !isWaiting(one))]) {
    const { title, cwd, git_branch = '', labels = [] } = session;
    const text = [title, cwd, git_branch, ...labels].join(' ').toLowerCase();
    if (!matches(session, filter) || !text.includes(wanted)) continue;
    const group = session.pinned ? pinned : groups.get(cwd);
    if (group) group.push(session);
    else groups.set(cwd, [session]);
  }
  const names = new Map<string, number>();
  for (const cwd of groups.keys()) names.set(projectName(cwd), (names.get(projectName(cwd)) ?? 0) + 1);
  const projects = [...groups].map(([cwd, group]) => {
    const name = projectName(cwd);
    // Projects with the same name are distinguished by their path.
    return {
      cwd,
      name: (names.get(name) ?? 0) > 1 ? shortHome(cwd) : name || t('no folder'),
      sessions: group,
    };
  });
  return pinned.length > 0 ? [{ ...PINNED, sessions: pinned }, ...projects] : projects;
}
