/** Sessions for the list: filtered, and grouped by project below those that wait for someone and those that are pinned. */

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

export interface SessionGroup {
  /** Unique in the list. */
  readonly key: string;
  readonly name: string;
  /** The folder of all its sessions; undefined for a group of several projects. */
  readonly cwd: string | undefined;
  readonly sessions: readonly Session[];
}

function matches({ status, archived = false }: Session, filter: Filter): boolean {
  if (archived || filter === 'archived') return archived && filter === 'archived';
  return filter === 'all' || (FILTERED[filter] as readonly Status[]).includes(status);
}

/** In the order of the given sessions: the project with the newest activity is above the others. */
export function groupSessions(sessions: readonly Session[], filter: Filter, words: string): SessionGroup[] {
  const wanted = words.trim().toLowerCase();
  const waiting: Session[] = [];
  const pinned: Session[] = [];
  const groups = new Map<string, Session[]>();
  for (const session of sessions) {
    const { title, status, cwd, git_branch = '', labels = [] } = session;
    const text = [title, cwd, git_branch, ...labels].join(' ').toLowerCase();
    if (!matches(session, filter) || !text.includes(wanted)) continue;
    const group = status === 'waiting' ? waiting : session.pinned ? pinned : groups.get(cwd);
    if (group) group.push(session);
    else groups.set(cwd, [session]);
  }
  const names = new Map<string, number>();
  for (const cwd of groups.keys()) names.set(projectName(cwd), (names.get(projectName(cwd)) ?? 0) + 1);
  const projects = [...groups].map(([cwd, group]) => {
    const name = projectName(cwd);
    // Projects with the same name are distinguished by their path.
    return {
      key: `project ${cwd}`,
      cwd,
      name: (names.get(name) ?? 0) > 1 ? shortHome(cwd) : name || t('no folder'),
      sessions: group,
    };
  });
  const above = [
    { key: 'waiting', cwd: undefined, name: t('Waiting for you'), sessions: waiting },
    { key: 'pinned', cwd: undefined, name: t('Pinned'), sessions: pinned },
  ];
  return [...above.filter((group) => group.sessions.length > 0), ...projects];
}
