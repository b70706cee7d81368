import { expect, onTestFinished, test, vi } from 'vitest';
import { ReinsError } from '../../protocol/errors.ts';
import type { Client } from '../../sdk/client.ts';
import { WatchedSession } from './watched-session.ts';

/** A hub that fails with the given errors, one per call, then returns the session. */
function watching(...failures: Error[]) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const get = vi.fn(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return { session_id: 's', seq: 1, last_event_id: '1', turns: [] };
  });
  const client = { get, async *subscribe() {} } as unknown as Client;
  const session = new WatchedSession(client, 's', () => {});
  onTestFinished(() => session.close());
  return { session, get };
}

test('a session opened while the hub is down appears when it is back', async () => {
  const { session } = watching(new ReinsError('hub_not_running', 'No hub answers.'));
  await vi.advanceTimersByTimeAsync(10);
  expect([session.view, session.problem]).toEqual([undefined, 'No hub answers.']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(session.view?.session_id).toBe('s');
});

test('shows a refusal and does not retry', async () => {
  const { session, get } = watching(new ReinsError('session_not_found', 'There is no such session.'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(session.problem).toBe('There is no such session.');
  expect(get).toHaveBeenCalledTimes(1);
});
