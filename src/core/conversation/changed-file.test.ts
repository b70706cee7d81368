import { expect, test } from 'vitest';
import { changedLines, changedPath, editedLines } from './changed-file.ts';

const cell = {
  ...{ notebook_path: '/p/a.ipynb', cell_id: 'one', cell_type: 'code', language: 'python', error: '' },
  ...{ edit_mode: 'replace', old_source: 'print(1)\nprint(3)', new_source: 'print(2)\nprint(3)' },
};
const added = (text: string) => ({ kind: 'added', text });
const removed = (text: string) => ({ kind: 'removed', text });

test('an edited notebook cell is a change of its file', () => {
  expect(changedPath(cell)).toBe('/p/a.ipynb');
  expect(editedLines(cell)).toEqual([
    removed('print(1)'),
    added('print(2)'),
    { kind: 'same', text: 'print(3)' },
  ]);
  const { old_source: _, ...inserted } = { ...cell, edit_mode: 'insert', new_source: '# New' };
  expect(changedLines(inserted)).toEqual([added('# New')]);
  expect(changedLines({ ...cell, edit_mode: 'delete', old_source: 'gone' })).toEqual([removed('gone')]);
  expect(changedPath({ ...cell, error: 'Cell not found' })).toBeUndefined();
});

test('an edited file has a patch, and a new one its content', () => {
  const structuredPatch = [{ lines: ['-a', '+b'] }];
  expect(changedPath({ filePath: '/a', structuredPatch })).toBe('/a');
  expect(changedLines({ filePath: '/a', structuredPatch })).toEqual([removed('a'), added('b')]);
  const created = { filePath: '/b', structuredPatch: [], type: 'create', content: 'x\n' };
  expect(changedLines(created)).toEqual([{ ...added('x'), number: 1 }]);
  expect(editedLines(created)).toEqual([]);
});

test('other calls do not change files', () => {
  for (const details of [undefined, null, 'text', { filePath: '/a' }, { notebook_path: '/a' }]) {
    expect([changedPath(details), changedLines(details)]).toEqual([undefined, []]);
  }
});
