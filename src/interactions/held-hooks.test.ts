import { expect, onTestFinished, vi } from 'vitest';
import type { Draft } from '../core/draft.ts';
import { RetryLater } from '../core/retry-later.ts';
import type { Interaction } from '../protocol/interactions.ts';
import { type TestStore, storeTest as test } from '../store/store-fixture.ts';
import { startInteractions } from './interactions-fixture.ts';

const ID = 'ask-1';
const PHONE = { type: 'device', name: 'phone' } as const;
const DENIED = { hookSpecificOutput: { decision: { behavior: 'deny' } } };

function prepare(
  { log, reader, add }: TestStore,
  { patience = 60, isDecided = false, isWaiting = true } = {},
) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const set = { patience };
  const interactions = startInteractions({
    log,
    reader,
    isDecided: () => isDecided,
    isWaiting: () => isWaiting,
    patience: () => set.patience,
  });
  const opened: Draft<'interaction_opened'> = {
    type: 'interaction_opened',
    source: 'hook',
    at: Date.now(),
    agent_id: 'a1',
    ...{ interaction_id: ID, kind: 'permission', tool_name: 'Bash', input: {}, suggestions: [], routes: [] },
  };
  const runs = { type: 'run_started', pid: 1, start_mark: '1' } as const;
  add({ ...runs, source: 'registry', at: Date.now() }, opened);
  const leaving = new AbortController();
  const come = (retries: boolean) =>
    interactions.hold(ID, { isBlocking: true, retries, signal: leaving.signal });
  const answer = () =>
    void interactions.answers.answer(ID, { decision: 'deny' }, { by: PHONE, authorize: () => {} });
  const now = () => reader.interaction(ID) as Interaction;
  return { interactions, set, come, answer, now, leaving };
}

test('releases a blocking request immediately if no one is there, and otherwise asks it to come again', async ({
  store,
}) => {
  const { set, come, now } = prepare(store, { patience: 0 });
  expect(await come(false)).toEqual({});
  expect(await come(true)).toEqual({});
  set.patience = 7;
  expect(await come(false)).toEqual(new RetryLater(7));
  expect(now()).toMatchObject({ state: 'open', routes: [] });
});

test('holds it for the configured time, then shows it, and it stays open', async ({ store }) => {
  const { come, now } = prepare(store, { patience: 7 });
  const reply = come(true);
  const until = new Date(Date.now() + 7000).toISOString();
  expect(now()).toMatchObject({ routes: ['hook'], held_until: until, agent_id: 'a1' });
  vi.advanceTimersByTime(6999);
  expect(now().routes).toEqual(['hook']);
  vi.advanceTimersByTime(1);
  expect(await reply).toEqual({});
  expect(now()).toMatchObject({ state: 'open', routes: [], shown_at: until });
  expect(now()).not.toHaveProperty('held_until');
});

test('releases it when the last device leaves', async ({ store }) => {
  const { interactions, come, now } = prepare(store);
  const reply = come(true);
  interactions.letGo();
  expect(await reply).toEqual({});
  expect(now()).toMatchObject({ state: 'open', routes: [] });
});

test('releases a hook that replaced another, too', async ({ store }) => {
  const { interactions, come, now } = prepare(store);
  const first = come(true);
  const onReply = vi.fn();
  void come(true).then(onReply);
  expect(await first).toEqual({});
  interactions.letGo();
  await vi.advanceTimersByTimeAsync(1);
  expect(onReply).toHaveBeenCalledExactlyOnceWith({});
  expect(now()).toMatchObject({ state: 'open', routes: [] });
});

test('a disconnected hook is not a route', async ({ store }) => {
  const { come, now, leaving } = prepare(store);
  const reply = come(true);
  leaving.abort();
  await reply;
  expect(now()).toMatchObject({ state: 'open', routes: [] });
  expect(now()).not.toHaveProperty('held_until');
});

test('a rule answers before the hook is sent away', async ({ store }) => {
  const { answer, come, now } = prepare(store, { patience: 0, isDecided: true });
  const reply = come(false);
  expect(now().routes).toEqual(['hook']);
  answer();
  expect(await reply).toMatchObject(DENIED);
});

test("leaves it to people if a rule's answer is not delivered", async ({ store }) => {
  const { come, now } = prepare(store, { patience: 9, isDecided: true });
  const reply = come(false);
  vi.advanceTimersByTime(1000);
  expect(await reply).toEqual(new RetryLater(9));
  expect(now().routes).toEqual([]);
});

test('holds a non-blocking request without a limit', async ({ store }) => {
  const { interactions, answer, now, leaving } = prepare(store, { patience: 0 });
  const reply = interactions.hold(ID, { isBlocking: false, retries: false, signal: leaving.signal });
  vi.advanceTimersByTime(10 * 60_000);
  expect(now().routes).toEqual(['hook']);
  interactions.letGo();
  expect(now().routes).toEqual(['hook']);
  answer();
  expect(await reply).toMatchObject(DENIED);
});

test.for([
  [true, { hookSpecificOutput: { decision: { behavior: 'deny', interrupt: true } } }],
  [false, {}],
] as const)(
  'repeats an unfinished decision only while Claude Code waits: %s',
  async ([isWaiting, reply], { store }) => {
    const { come } = prepare(store, { isWaiting });
    const answer = {
      by: PHONE,
      at: new Date().toISOString(),
      route: 'hook' as const,
    };
    store.add({
      ...{
        type: 'interaction_closed',
        source: 'driver',
        at: Date.now(),
        interaction_id: ID,
        state: 'answered',
      },
      answer: { ...answer, applied: 'sent', decision: 'deny', interrupt: true },
    } as Draft);
    const again = await come(false);
    expect(again).toMatchObject(reply);
    if (!isWaiting) expect(again).toEqual({});
  },
);
