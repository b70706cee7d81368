import { describe, expect, test } from 'vitest';
import { event, reduce } from './event-fixture.ts';

const calls = (name: string, input: Record<string, unknown>, seconds = 0) =>
  event({ type: 'tool_started', tool_use_id: `${name}-${seconds}`, name, input }, seconds);
const returns = (details: unknown, is_error = false, seconds = 0) =>
  event({ type: 'tool_finished', tool_use_id: 't', content: '', is_error, details }, seconds);

describe('files', () => {
  const patch = [{ lines: ['+new', '-old', ' same', '+more'] }];

  test('are touched by successful edits, with lines counted', () => {
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

  test('of notebooks are touched by changed cells', () => {
    const cell = { notebook_path: '/n.ipynb', edit_mode: 'replace', error: '' };
    const { files } = reduce(
      returns({ ...cell, old_source: 'a\nb', new_source: 'a\nc\nd' }, false, 1),
      returns({ ...cell, edit_mode: 'insert', new_source: '# New' }, false, 2),
      returns({ ...cell, notebook_path: '/failed.ipynb', new_source: 'x', error: 'No such cell' }),
    );
    expect(Object.values(files)).toEqual([
      {
        ...{ path: '/n.ipynb', edits: 2, lines_added: 3, lines_removed: 1 },
        last_at: '2026-01-02T12:00:02.000Z',
      },
    ]);
  });

  test('are not touched by calls that only look like an edit', () => {
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

test('the plan is that of the newest ExitPlanMode', () => {
  const state = reduce(calls('ExitPlanMode', { plan: 'New' }, 2), calls('ExitPlanMode', { plan: 'Old' }, 1));
  expect(state.plan?.value).toEqual({ text: 'New', tool_use_id: 'ExitPlanMode-2' });
  expect(reduce(calls('ExitPlanMode', {})).plan).toBeUndefined();
});
