import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReinsEvent } from '../protocol/events.ts';
import { lostPrompts } from './claude-queue.ts';
import { event, reduce } from './event-fixture.ts';
import { presentDetails } from './present-session.ts';

const started = (pid: number, seconds: number) =>
  event({ type: 'run_started', pid, start_mark: 'a' }, seconds, { source: 'registry' });
const ended = (pid: number, seconds: number, reason: 'killed' | 'moved' = 'killed') =>
  event({ type: 'run_ended', pid, start_mark: 'a', reason }, seconds, { source: 'registry' });
const joined = (text: string, seconds: number) => event({ type: 'prompt_queued', text }, seconds);
const left = (seconds: number, text?: string) =>
  event({ type: 'prompt_unqueued', ...(text !== undefined && { text }) }, seconds);

const queueOf = (...events: ReinsEvent[]) => presentDetails(reduce(...events)).queue;
const lostOf = (...events: ReinsEvent[]) =>
  lostPrompts(reduce(...events)).map(({ pid, texts }) => [pid, texts]);

test('the queue of a process is lost when it ends', () => {
  const first = [started(1, 0), joined('a', 1), joined('b', 2)];
  expect(queueOf(...first)).toEqual(['a', 'b']);
  expect(lostOf(...first)).toEqual([]);
  expect(queueOf(...first, ended(1, 3))).toEqual([]);
  expect(lostOf(...first, ended(1, 3))).toEqual([[1, ['a', 'b']]]);
  expect(queueOf(...first, ended(1, 3), started(2, 4))).toEqual([]);
});

test('the first prompt that leaves belongs to the running process', () => {
  const killed = [started(1, 0), joined('lost', 1), ended(1, 2), started(2, 3)];
  expect(queueOf(...killed, joined('b', 4), joined('c', 5), left(6))).toEqual(['c']);
  expect(queueOf(...killed, joined('b', 4), left(5), joined('c', 6), left(7))).toEqual([]);
  expect(queueOf(...killed, joined('lost', 4), left(5, 'lost'))).toEqual([]);
  expect(lostOf(...killed, joined('b', 4), left(5))).toEqual([[1, ['lost']]]);
});

test('notices of Claude Code take a place in the queue, but are not shown', () => {
  const notice = [started(1, 0), joined('', 1), joined('b', 2)];
  expect(queueOf(...notice)).toEqual(['b']);
  expect(queueOf(...notice, left(3))).toEqual(['b']);
  expect(queueOf(...notice, left(3), left(4))).toEqual([]);
  expect(lostOf(started(1, 0), joined('', 1), ended(1, 2))).toEqual([]);
});

test('a process that moves to another session loses nothing', () => {
  const moved = [started(1, 0), joined('a', 1), ended(1, 2, 'moved')];
  expect(queueOf(...moved)).toEqual([]);
  expect(lostOf(...moved)).toEqual([]);
});

test('rows of an unknown process do not count as lost', () => {
  const early = [started(1, 0), ended(1, 2), joined('b', 4)];
  expect(lostOf(...early)).toEqual([]);
  expect(queueOf(...early, started(2, 3))).toEqual(['b']);
});

test('keeps nothing of an empty queue, and little after a lost prompt', () => {
  expect(reduce(started(1, 0), joined('a', 1), joined('b', 2), left(3), left(4)).queue_steps).toEqual([]);
  const many = Array.from({ length: 1000 }, (_, index) => [joined(`${index}`, index + 3), left(index + 3)]);
  const state = reduce(started(1, 0), joined('lost', 1), ended(1, 2), started(2, 3), ...many.flat());
  expect(state.queue_steps?.length).toBeLessThanOrEqual(100);
  expect(presentDetails(state).queue).toEqual([]);
  const waiting = Array.from({ length: 150 }, (_, index) => joined(`${index}`, index + 1));
  expect(queueOf(started(1, 0), ...waiting, left(200), left(201))).toHaveLength(148);
});

test('prompts stay with their process after the clock was set back', () => {
  const before = [started(1, 3600), joined('lost', 3601), ended(1, 3602), started(2, 10)];
  const setBack = event({ type: 'clock_set_back', by_ms: 3_600_000 }, 10, { source: 'driver' });
  expect(queueOf(...before, setBack)).toEqual([]);
  const running = [started(1, 3600), joined('a', 3601), setBack, joined('b', 11)];
  expect(queueOf(...running)).toEqual(['a', 'b']);
  expect(queueOf(...running, left(12))).toEqual(['b']);
});

test('the queue and its losses do not depend on the order of sources', () => {
  const processes: ReinsEvent[] = [started(1, 0), ended(1, 5), started(2, 10), ended(2, 15), started(3, 20)];
  const rows: ReinsEvent[] = [
    ...[joined('a', 1), joined('b', 2), left(3), joined('', 4)],
    ...[joined('c', 11), left(12), joined('d', 13)],
    ...[joined('e', 21), joined('f', 22), left(23)],
  ];
  const view = (events: readonly ReinsEvent[]) => [queueOf(...events), lostOf(...events)];
  const expected = [
    ['f'],
    [
      [1, ['b']],
      [2, ['d']],
    ],
  ];
  expect(view([...processes, ...rows])).toEqual(expected);
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 15, maxLength: 15 }), (turns) => {
      const [ones, others] = [[...processes], [...rows]];
      const mixed = turns.flatMap((isFirst) => (isFirst ? ones : others).splice(0, 1));
      expect(view([...mixed, ...ones, ...others])).toEqual(expected);
    }),
  );
});
