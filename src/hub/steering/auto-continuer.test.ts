import { expect, vi } from 'vitest';
import { waitUntil } from '../../../stage/patience.ts';
import type { Draft } from '../../core/draft.ts';
import type { AutoContinue } from '../../protocol/autonomy.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import { NOON, OTHER, SESSION, type TestStore, storeTest as test } from '../../store/store-fixture.ts';
import { AutoContinuer } from './auto-continuer.ts';
import type { WorkLeft } from './check-command.ts';
import { OwnFacts } from './own-facts.ts';
import type { Outgoing } from './prompt-queue.ts';

let reports = 0;
const report = (code?: string): Draft => ({
  type: 'turn_reported',
  source: 'stream',
  at: 2000 + ++reports,
  key: `report:${reports}`,
  message_ids: [],
  outcome: code ? 'failed' : 'completed',
  ...(code && { error: { code, message: code } }),
  num_turns: 1,
  duration_ms: 1,
  total_cost_usd: 0,
});
const chosen = (auto_continue?: AutoContinue): Draft => ({
  type: 'autonomy_chosen',
  source: 'driver',
  at: 1000,
  non_interactive: auto_continue === undefined,
  ...(auto_continue && { auto_continue }),
  by: 'me',
});
const RUNS: Draft = { type: 'run_started', source: 'driver', at: 900, pid: 7, start_mark: 'x' };

function start(store: TestStore, left: WorkLeft = { isLeft: true, count: 3 }) {
  const sent: Outgoing[] = [];
  const check = vi.fn(async (_command: string, _cwd: string, _signal: AbortSignal) => left);
  const continuer = new AutoContinuer({
    log: store.log,
    reader: store.reader,
    facts: new OwnFacts({ log: store.log, now: () => NOON, output: { info: () => {}, warn: () => {} } }),
    promptQueue: {
      take: (_session, message) => {
        sent.push(message);
        return { message_id: message.messageId ?? '', session_id: SESSION, state: 'queued' };
      },
    },
    output: { info: () => {}, warn: () => {} },
    check,
  });
  return { continuer, sent, check };
}

const decisions = ({ reader }: TestStore): (string | number)[] =>
  reader
    .eventsOfTypes(SESSION, ['auto_continued', 'auto_continue_stopped'])
    .map((event) =>
      event.type === 'auto_continued' ? event.count : (event as ReinsEvent<'auto_continue_stopped'>).reason,
    );
const decided = (store: TestStore, count: number) =>
  waitUntil(`${count} decisions`, () => decisions(store).length === count);

const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('continues only after the turn limit, and up to its own limit', async ({ store }) => {
  const { sent, check } = start(store);
  store.add(RUNS, chosen({ limit: 2 }));
  for (const other of [report('error_max_budget_usd'), report('api_error'), report()]) {
    store.add(other);
    await settled();
    expect(decisions(store)).toEqual([]);
  }
  for (const count of [1, 2, 3]) {
    store.add(report('error_max_turns'));
    await decided(store, count);
  }
  expect(decisions(store)).toEqual([1, 2, 'limit']);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toMatchObject({ content: [{ text: 'continue' }], when: 'queue', by: 'auto-continue' });
  expect(check).not.toHaveBeenCalled();
});

test('leaves a session alone that did not choose it', async ({ store }) => {
  const { sent } = start(store);
  store.add(RUNS, chosen());
  store.add(report('error_max_turns'));
  await settled();
  expect([decisions(store), sent]).toEqual([[], []]);
});

test('runs the command each time; stops without work left', async ({ store }) => {
  const { sent, check } = start(store, { isLeft: false, reason: 'it printed an empty list' });
  store.add({ ...RUNS, observed: { cwd: '/srv/shop' } } as Draft, chosen({ limit: 9, command: 'dot ls' }));
  store.add(report('error_max_turns'));
  await decided(store, 1);
  expect(check.mock.calls[0]?.slice(0, 2)).toEqual(['dot ls', '/srv/shop']);
  expect([decisions(store), sent]).toEqual([['command'], []]);
});

test('queued prompts come first', async ({ store }) => {
  const { sent } = start(store);
  store.add(RUNS, chosen({ limit: 9 }));
  const queued = { message_id: OTHER, when: 'queue', text: 'stop', images: 0, by: 'me', place: 1 } as const;
  store.add({ type: 'message_queued', source: 'driver', at: 1500, ...queued });
  store.add(report('error_max_turns'));
  await decided(store, 1);
  expect([decisions(store), sent]).toEqual([['prompted'], []]);
});

test('the next hub resumes what was due, and sends what was decided with the same id', async ({ store }) => {
  store.add(RUNS, chosen({ limit: 9 }));
  store.add(report('error_max_turns'));
  const first = start(store);
  first.continuer.adoptEarlier();
  await decided(store, 1);
  first.continuer.close();
  const second = start(store);
  second.continuer.adoptEarlier();
  expect(second.sent.map(({ messageId }) => messageId)).toEqual(first.sent.map(({ messageId }) => messageId));
  expect(decisions(store)).toEqual([1]);
});

test('the choice continues under the next id of the conversation, with the rest of the limit', async ({
  store,
}) => {
  start(store);
  store.add(RUNS, chosen({ limit: 3 }));
  store.add(report('error_max_turns'));
  await decided(store, 1);
  store.add({ type: 'session_moved', source: 'stream', at: 3000, to: OTHER, reason: 'clear' });
  const moved = await waitUntil('the next session', () => store.reader.session(OTHER)?.autonomy);
  expect(moved).toMatchObject({ auto_continue: { limit: 2 }, continued: 0 });
});
