import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Draft } from '../../core/draft.ts';
import { NOON, OTHER, SESSION, type TestStore, storeTest as test } from '../../store/store-fixture.ts';
import { chosenIdleEnd, IdleEnd } from './idle-end.ts';
import { OwnFacts } from './own-facts.ts';

const RUNS: Draft = { type: 'run_started', source: 'driver', at: 900, pid: 7, start_mark: 'x' };
const choose = (seconds: number | null, at = 1000): Draft => ({
  ...{ type: 'idle_end_chosen', source: 'driver', at, seconds, by: 'me' },
});
const now = (activity: 'idle' | 'working', at: number): Draft => ({
  ...{ type: 'activity_changed', source: 'stream', at, activity },
});

function start(store: TestStore) {
  const stopped: string[] = [];
  const output = { info: () => {}, warn: () => {} };
  const idleEnd = new IdleEnd({
    log: store.log,
    reader: store.reader,
    facts: new OwnFacts({ log: store.log, now: () => NOON, output }),
    output,
    stop: async (sessionId) => void stopped.push(sessionId),
  });
  return { idleEnd, stopped };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('ends a session that was idle for the chosen time, counted from its last event', async ({ store }) => {
  const { stopped } = start(store);
  store.add(RUNS, choose(60), now('working', 2000));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(stopped).toEqual([]);
  store.add(now('idle', 3000));
  await vi.advanceTimersByTimeAsync(50_000);
  store.add(now('working', 4000), now('idle', 5000));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(stopped).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(stopped).toEqual([SESSION]);
});

test('keeps sessions that did not choose it, have prompts or background tasks, or changed their mind', async ({
  store,
}) => {
  const { stopped } = start(store);
  store.add(RUNS, now('idle', 1000));
  await vi.advanceTimersByTimeAsync(600_000);
  const queued = { message_id: OTHER, when: 'queue', text: 'next', images: 0, by: 'me', place: 1 } as const;
  store.add(choose(60), { type: 'message_queued', source: 'driver', at: 1500, ...queued });
  await vi.advanceTimersByTimeAsync(600_000);
  store.add({ type: 'message_removed', source: 'driver', at: 1600, message_id: OTHER, by: 'me' });
  store.add(
    ...[{ type: 'background_tasks_changed', source: 'stream', at: 1700, tasks: [{ id: 'b1' }] } as Draft],
  );
  await vi.advanceTimersByTimeAsync(600_000);
  store.add({ type: 'background_tasks_changed', source: 'stream', at: 1800, tasks: [] } as Draft);
  store.add(choose(null, 1900));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(stopped).toEqual([]);
});

test('the next hub ends what an earlier one left, and the choice moves with the conversation', async ({
  store,
}) => {
  store.add(RUNS, choose(60), now('idle', 2000));
  const { idleEnd, stopped } = start(store);
  idleEnd.adoptEarlier();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stopped).toEqual([SESSION]);
  store.add({ type: 'session_moved', source: 'stream', at: 3000, to: OTHER, reason: 'clear' });
  await vi.advanceTimersByTimeAsync(0);
  expect(store.reader.session(OTHER)?.idle_end_seconds).toBe(60);
});

test('a start without the option removes the choice of an earlier start', ({ store }) => {
  expect(chosenIdleEnd(undefined, undefined, 'me')).toEqual([]);
  store.add(choose(60));
  const before = store.reader.session(SESSION);
  expect(chosenIdleEnd(undefined, before, 'me')).toMatchObject([{ seconds: null }]);
  expect(chosenIdleEnd(5, before, 'me')).toMatchObject([{ seconds: 5 }]);
});
