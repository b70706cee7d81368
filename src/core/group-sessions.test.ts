import { expect, test } from 'vitest';
import type { Session } from '../protocol/session.ts';
import { type Filter, groupSessions } from './group-sessions.ts';

const session = (cwd: string, title: string, status = 'idle') => ({ cwd, title, status }) as Session;

test('groups by project, newest first, and distinguishes projects with the same name', () => {
  const groups = groupSessions(
    [session('/home/a/x/api', 'one'), session('/home/a/web', 'two'), session('/home/a/y/api', 'three')],
    'all',
    '',
  );
  expect(groups.map(({ name }) => name)).toEqual(['~/x/api', 'web', '~/y/api']);
});

test('filters by state and text', () => {
  const all = [
    session('/a', 'Fix login', 'working'),
    session('/a', 'Docs'),
    session('/b', 'Login page', 'ended'),
  ];
  const titles = (filter: Filter, words = '') =>
    groupSessions(all, filter, words).flatMap(({ sessions }) => sessions.map(({ title }) => title));
  expect(titles('running')).toEqual(['Fix login']);
  expect(titles('all', 'LOGIN')).toEqual(['Fix login', 'Login page']);
  expect(titles('ended', 'docs')).toEqual([]);
});

test('waiting sessions of all projects come first, and do not count as running', () => {
  const all = [
    session('/a', 'new'),
    session('/b', 'old'),
    session('/b', 'asks', 'waiting'),
    { ...session('/a', 'asks too', 'waiting'), pinned: true } as Session,
  ];
  expect(
    groupSessions(all, 'all', '').map(({ name, sessions }) => [name, ...sessions.map((s) => s.title)]),
  ).toEqual([
    ['Waiting for you', 'asks', 'asks too'],
    ['a', 'new'],
    ['b', 'old'],
  ]);
  expect(groupSessions(all, 'running', '')).toEqual([]);
});

test('pinned sessions are one group above all projects; archived ones have their own filter', () => {
  const pinned = { ...session('/b', 'kept'), pinned: true } as Session;
  const archived = { ...session('/a', 'old'), archived: true } as Session;
  const labelled = { ...session('/a', 'new'), labels: ['release'] } as Session;
  const all = [labelled, archived, pinned];
  const shown = (filter: Filter, words = '') =>
    groupSessions(all, filter, words).map(({ name, sessions }) => [name, ...sessions.map((s) => s.title)]);
  expect(shown('all')).toEqual([
    ['Pinned', 'kept'],
    ['a', 'new'],
  ]);
  expect(shown('archived')).toEqual([['a', 'old']]);
  expect(shown('all', 'releas')).toEqual([['a', 'new']]);
});
