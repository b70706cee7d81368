import { expect, test } from 'vitest';
import { event, reduce } from './event-fixture.ts';
import { presentDetails } from './present-session.ts';

const shell = { id: 'b1', type: 'shell', status: 'running', description: 'Wait', command: 'sleep 9' };
const lists = (tasks: Record<string, unknown>[], seconds: number) =>
  event({ type: 'background_tasks_changed', tasks }, seconds, { source: 'hook' });
const runs = (pid: number, seconds = 0) =>
  event({ type: 'run_started', pid, start_mark: String(pid) }, seconds, { source: 'registry' });
const ends = (pid: number, seconds: number) =>
  event({ type: 'run_ended', pid, start_mark: String(pid), reason: 'killed' }, seconds);
const begins = (backgroundTaskId: string, seconds: number) =>
  event(
    { type: 'tool_finished', tool_use_id: 't', content: '', is_error: false, details: { backgroundTaskId } },
    seconds,
  );
const tasksOf = (...events: Parameters<typeof reduce>) => presentDetails(reduce(...events)).background_tasks;

test('a task starts when it was first seen, in any order of events', () => {
  const since = { started_at: '2026-01-02T12:00:02.000Z' };
  expect(tasksOf(runs(1), lists([shell], 2), lists([shell], 9))).toEqual([{ ...shell, ...since }]);
  expect(tasksOf(runs(1), begins('b1', 2), lists([shell], 9))).toEqual([{ ...shell, ...since }]);
  expect(tasksOf(runs(1), lists([shell], 9), begins('b1', 2))).toEqual([{ ...shell, ...since }]);
  expect(tasksOf(runs(1), lists([{ task_id: 'b1' }], 2))).toEqual([{ task_id: 'b1', ...since }]);
});

test('a subagent starts with its own start event', () => {
  const agent = { id: 'a1', type: 'subagent', status: 'running', agent_type: 'Explore' };
  const began = event({ type: 'agent_started', subagent_id: 'a1', agent_type: 'Explore' }, 1);
  expect(tasksOf(runs(1), began, lists([agent], 5))).toMatchObject([
    { started_at: '2026-01-02T12:00:01.000Z' },
  ]);
});

test('tasks end with a list that omits them, and with their process', () => {
  expect(tasksOf(runs(1), lists([shell], 2), lists([], 3))).toEqual([]);
  expect(tasksOf(runs(1), lists([shell], 2), ends(1, 3))).toEqual([]);
  expect(tasksOf(runs(1), lists([shell], 2), ends(1, 3), runs(2, 4))).toEqual([]);
});

test('entries without an id are passed on', () => {
  expect(tasksOf(runs(1), lists([{ odd: true }], 2))).toEqual([{ odd: true }]);
});
