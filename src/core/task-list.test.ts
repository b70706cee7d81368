import fc from 'fast-check';
import { expect, test } from 'vitest';
import { event, reduce } from './event-fixture.ts';
import { presentTasks } from './task-list.ts';

const calls = (name: string, input: Record<string, unknown>, seconds = 0) =>
  event({ type: 'tool_started', tool_use_id: `${name}-${seconds}`, name, input }, seconds);
const returns = (details: unknown, is_error = false, seconds = 0, tool_use_id = 't') =>
  event({ type: 'tool_finished', tool_use_id, content: '', is_error, details }, seconds);
/** A call of TaskUpdate and its result. */
const updates = (input: Record<string, unknown>, seconds = 0, success = true, is_error = false) => [
  calls('TaskUpdate', input, seconds),
  returns(
    is_error ? 'InputValidationError' : { success, taskId: input['taskId'], updatedFields: [] },
    is_error,
    seconds,
    `TaskUpdate-${seconds}`,
  ),
];

/** A call of TodoWrite and its result. */
const writes = (todos: unknown[], seconds = 0, is_error = false) => [
  calls('TodoWrite', { todos }, seconds),
  returns(
    is_error ? 'InputValidationError' : { oldTodos: [], newTodos: todos },
    is_error,
    seconds,
    `TodoWrite-${seconds}`,
  ),
];

test('are those of the newest list', () => {
  const { tasks } = reduce(
    ...writes([{ content: 'Old', status: 'pending' }]),
    ...writes([{ content: 'One', status: 'completed' }, { content: 'Two' }, null], 1),
  );
  expect(Object.values(tasks)).toMatchObject([
    { id: '1', subject: 'One', state: 'completed' },
    { id: '2', subject: 'Two', state: 'pending' },
    { id: '3', subject: '' },
  ]);
});

test('keep their last state, in any order of calls', () => {
  const { tasks } = reduce(
    ...writes([{ content: 'New' }], 10),
    ...updates({ taskId: '1', status: 'completed' }, 12),
    ...writes([{ content: 'Old' }, { content: 'Done' }], 5),
    ...updates({ taskId: '1', status: 'in_progress' }, 11),
    returns({ task: { id: '2', subject: 'Gone' } }, false, 4),
  );
  expect(tasks).toEqual({ 1: { id: '1', subject: 'New', state: 'completed' } });
});

test('of an older list keep later single updates, whichever arrives first', () => {
  const received = [
    ...writes([{ content: 'One' }, { content: 'Two', status: 'completed' }], 5),
    ...updates({ taskId: '1', status: 'completed' }, 11),
    returns({ task: { id: '2', subject: 'Made' } }, false, 12),
  ];
  const expected = {
    1: { id: '1', subject: 'One', state: 'completed' },
    2: { id: '2', subject: 'Made', state: 'pending' },
  };
  expect(reduce(...received).tasks).toEqual(expected);
  expect(reduce(...received.toReversed()).tasks).toEqual(expected);
});

test('a list that is refused or not confirmed yet changes nothing', () => {
  const kept = writes([{ content: 'Kept' }], 1);
  const refused = writes([{ content: 'Refused' }], 2, true);
  const running = calls('TodoWrite', { todos: [{ content: 'Running' }] }, 3);
  expect(presentTasks(reduce(...kept, ...refused, running))).toMatchObject([{ subject: 'Kept' }]);
});

test('are created one by one and updated', () => {
  const { tasks } = reduce(
    returns({ task: { id: '7', subject: 'Write' } }),
    ...updates({ taskId: '7', status: 'in_progress' }),
  );
  expect(tasks).toEqual({ 7: { id: '7', subject: 'Write', state: 'in_progress' } });
});

test('are renamed and deleted, and untouched by updates that failed', () => {
  const received = [
    ...['One', 'Two', 'Three'].map((subject, index) =>
      returns({ task: { id: `${index + 1}`, subject } }, false, index + 1),
    ),
    ...updates({ taskId: '2', status: 'deleted' }, 4),
    ...updates({ taskId: '3', subject: 'Drei' }, 5),
    ...updates({ taskId: '3', status: 'in_progress' }, 6),
    ...updates({ taskId: '99', status: 'completed' }, 7, false),
    ...updates({ taskId: '1', status: 'nonsense' }, 8, true, true),
  ];
  const expected = [
    { id: '1', subject: 'One', state: 'pending' },
    { id: '3', subject: 'Drei', state: 'in_progress' },
  ];
  expect(presentTasks(reduce(...received))).toEqual(expected);
  expect(reduce(...received).task_calls).toEqual({});
  fc.assert(
    fc.property(fc.shuffledSubarray(received, { minLength: received.length }), (order) => {
      expect(presentTasks(reduce(...order))).toEqual(expected);
    }),
  );
});

test('are those that Claude Code lists, changes since then included', () => {
  const listed = (id: string, subject: string, status: string) => ({ id, subject, status, blockedBy: [] });
  const received = [
    returns({ task: { id: '1', subject: 'Unlisted' } }, false, 1),
    returns({ tasks: [listed('2', 'Two', 'pending'), listed('3', 'Three', 'completed')] }, false, 2),
    ...updates({ taskId: '2', status: 'in_progress' }, 3),
  ];
  const expected = [
    { id: '2', subject: 'Two', state: 'in_progress' },
    { id: '3', subject: 'Three', state: 'completed' },
  ];
  expect(presentTasks(reduce(...received))).toEqual(expected);
  expect(presentTasks(reduce(...received.toReversed()))).toEqual(expected);
});
