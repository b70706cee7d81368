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
