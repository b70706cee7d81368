import { describe, expect, test } from 'vitest';
import { event, reduce } from './event-test.ts';

const calls = (name: string, input: Record<string, unknown>, seconds = 0) =>
  event({ type: 'tool_started', tool_use_id: `${name}-${seconds}`, name, input }, seconds);
const returns = (details: unknown, is_error = false, seconds = 0) =>
  event({ type: 'tool_finished', tool_use_id: 't', content: '', is_error, details }, seconds);

describe('files', () => {
  const patch = [{ lines: ['+new', '-old', ' same', '+more'] }];

  test('are touched by edits that worked, and lines are counted', () => {
    const { files } = reduce(
      returns({ filePath: '/a', structuredPatch: patch }, false, 1),
      returns({ filePath: '/a', structuredPatch: patch }, false, 2),
      returns({ filePath: '/b', structuredPatch: [], type: 'create', content: 'one\ntwo\n' }),
      returns({ filePath: '/c', structuredPatch: patch }, true),
    );
    expect(Object.keys(files)).toEqual(['/a', '/b']);
    expect(files['/a']).toEqual({
      ...{ path: '/a', edits: 2, lines_added: 4, lines_removed: 2, last_at: '2026-01-02T12:00:02.000Z' },
    });
    expect(files['/b']).toMatchObject({ edits: 1, lines_added: 2, lines_removed: 0 });
  });

  test('are not touched by what only looks like an edit', () => {
    for (const details of [null, 'text', { filePath: 1 }, { filePath: '/a' }, { structuredPatch: [] }]) {
      expect(reduce(returns(details)).files).toEqual({});
    }
    expect(
      reduce(returns({ filePath: '/a', structuredPatch: [{ lines: 'odd' }] })).files['/a'],
    ).toMatchObject({
      lines_added: 0,
    });
  });
});

describe('tasks', () => {
  test('are those of the newest list', () => {
    const { tasks } = reduce(
      calls('TodoWrite', { todos: [{ content: 'Old', status: 'pending' }] }),
      calls('TodoWrite', { todos: [{ content: 'One', status: 'completed' }, { content: 'Two' }, null] }),
    );
    expect(Object.values(tasks)).toMatchObject([
      { id: '1', subject: 'One', state: 'completed' },
      { id: '2', subject: 'Two', state: 'pending' },
      { id: '3', subject: '' },
    ]);
  });

  test('stay as they were written last, in whatever order the calls are heard of', () => {
    const { tasks } = reduce(
      calls('TodoWrite', { todos: [{ content: 'New' }] }, 10),
      calls('TaskUpdate', { taskId: '1', status: 'completed' }, 12),
      calls('TodoWrite', { todos: [{ content: 'Old' }, { content: 'Done' }] }, 5),
      calls('TaskUpdate', { taskId: '1', status: 'in_progress' }, 11),
      returns({ task: { id: '2', subject: 'Gone' } }, false, 4),
    );
    expect(tasks).toEqual({ 1: { id: '1', subject: 'New', state: 'completed' } });
  });

  test('of an older list keep what was said of them one by one since, whichever is heard of first', () => {
    const heard = [
      calls('TodoWrite', { todos: [{ content: 'One' }, { content: 'Two', status: 'completed' }] }, 5),
      calls('TaskUpdate', { taskId: '1', status: 'completed' }, 11),
      returns({ task: { id: '2', subject: 'Made' } }, false, 12),
    ];
    const expected = {
      1: { id: '1', subject: 'One', state: 'completed' },
      2: { id: '2', subject: 'Made', state: 'pending' },
    };
    expect(reduce(...heard).tasks).toEqual(expected);
    expect(reduce(...heard.toReversed()).tasks).toEqual(expected);
  });

  test('are made one by one and updated', () => {
    const { tasks } = reduce(
      returns({ task: { id: '7', subject: 'Write' } }),
      calls('TaskUpdate', { taskId: '7', status: 'in_progress' }),
    );
    expect(tasks).toEqual({ 7: { id: '7', subject: 'Write', state: 'in_progress' } });
  });
});

test('the plan is that of the newest ExitPlanMode', () => {
  const state = reduce(calls('ExitPlanMode', { plan: 'New' }, 2), calls('ExitPlanMode', { plan: 'Old' }, 1));
  expect(state.plan?.value).toEqual({ text: 'New', tool_use_id: 'ExitPlanMode-2' });
  expect(reduce(calls('ExitPlanMode', {})).plan).toBeUndefined();
});
