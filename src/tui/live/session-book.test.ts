import { expect, onTestFinished, test, vi } from 'vitest';
import { ReinsError } from '../../protocol/errors.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { Session } from '../../protocol/session.ts';
import type { Client } from '../../sdk/client.ts';
import { SessionBook } from './session-book.ts';

test('a list that could not be fetched is fetched again, until the book is closed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let isAway = true;
  let asked = 0;
  const list = async () => {
    asked++;
    if (isAway) throw new ReinsError('hub_not_running', 'No hub answers.');
    return { items: [{ session_id: 's' } as Session], last_event_id: '1' };
  };
  const book = new SessionBook({ list: list as unknown as Client['list'] });
  const happened = { type: 'run_started', session_id: 's' } as ReinsEvent;
  book.take(happened);
  await vi.advanceTimersByTimeAsync(5000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(book.get('s')).toBeDefined();
  const before = asked;
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toBe(before);
  isAway = true;
  book.take(happened);
  await vi.advanceTimersByTimeAsync(1000);
  book.close();
  const last = asked;
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toBe(last);
});
