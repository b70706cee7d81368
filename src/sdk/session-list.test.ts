import { expect, onTestFinished, test, vi } from 'vitest';
import { ReinsError } from '../protocol/errors.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Session } from '../protocol/session.ts';
import type { Client } from './client.ts';
import { SessionList } from './session-list.ts';

test('retries to load a session, but not after a refusal', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let failure: ReinsError | undefined = new ReinsError('hub_not_running', 'No hub answers.');
  const asked: unknown[] = [];
  const list = async ({ ids }: { ids?: readonly string[] }) => {
    asked.push(ids);
    if (failure) throw failure;
    return { items: [{ session_id: 's', status: 'waiting' } as Session] };
  };
  const sessions = new SessionList({ list: list as unknown as Client['list'] });
  sessions.take({ session_id: 's' } as ReinsEvent);
  await vi.advanceTimersByTimeAsync(5000);
  failure = undefined;
  await vi.advanceTimersByTimeAsync(5000);
  expect(sessions.get('s')?.status).toBe('waiting');
  expect(new Set(asked.flat())).toEqual(new Set(['s']));
  const before = asked.length;
  failure = new ReinsError('unauthorized', 'No valid token.');
  sessions.take({ session_id: 's' } as ReinsEvent);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toHaveLength(before + 1);
  failure = new ReinsError('hub_not_running', 'No hub answers.');
  sessions.take({ session_id: 's' } as ReinsEvent);
  await vi.advanceTimersByTimeAsync(1500);
  sessions.close();
  const last = asked.length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toHaveLength(last);
});

test('keeps sessions with the same id on several hosts apart', async () => {
  const own = { session_id: 's', host: 'home', title: 'own' } as Session;
  const copy = { ...own, host: 'laptop', title: 'copy', host_state: { state: 'online' } } as Session;
  const only = { ...copy, session_id: 'only' } as Session;
  const list = async () => ({ items: [own, copy, only], last_event_id: 'e.1' });
  const sessions = new SessionList({ list: list as unknown as Client['list'] });
  await sessions.load();
  expect(sessions.sessions).toEqual([own, copy, only]);
  expect(sessions.sessions.map((session) => sessions.addressOf(session))).toEqual([
    's@home',
    's@laptop',
    'only',
  ]);
  expect(sessions.get('s@laptop')).toBe(copy);
  expect(sessions.get('s@home')).toBe(own);
  // When it joins a fleet, this host may get another name.
  const renamed = { ...own, host: 'desk' };
  sessions.put(renamed);
  expect(sessions.sessions).toEqual([renamed, copy, only]);
});

test('leaves archived sessions out, and loads pinned ones that are older than the first page', async () => {
  const one = { session_id: 'one', last_activity_at: '2026-01-02' } as Session;
  const old = { session_id: 'old', last_activity_at: '2026-01-01', pinned: true } as Session;
  const asked: unknown[] = [];
  const list = async (filter: { pinned?: boolean }) => {
    asked.push(filter);
    const page = { next_cursor: '1.1', last_event_id: 'e.1', labels: { release: 2 } };
    return filter.pinned ? { items: [old] } : { items: [one], ...page };
  };
  const sessions = new SessionList({ list: list as unknown as Client['list'] });
  await sessions.load();
  await vi.waitFor(() => expect(sessions.sessions).toEqual([one, old]));
  expect(asked).toMatchObject([{ archived: false }, { pinned: true, archived: false }]);
  expect(sessions.labels).toEqual({ release: 2 });
  sessions.put({ ...one, archived: true });
  expect(sessions.sessions).toEqual([old]);
  expect(sessions.get('one')).toMatchObject({ archived: true });
});
