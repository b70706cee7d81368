import { expect, test } from 'vitest';
import { addedLines, countLines, editLines, patchLines } from './diff-lines.ts';

test('an edit shows removed and added lines with their context', () => {
  expect(editLines('a\nb\nc', 'a\nB\nc')).toEqual([
    { kind: 'same', text: 'a' },
    { kind: 'removed', text: 'b' },
    { kind: 'added', text: 'B' },
    { kind: 'same', text: 'c' },
  ]);
  expect(editLines('', 'x')).toEqual([{ kind: 'added', text: 'x' }]);
  expect(editLines('x', '')).toEqual([{ kind: 'removed', text: 'x' }]);
});

test('changes far apart have a gap between them', () => {
  const before = Array.from({ length: 30 }, (_, line) => `line ${line}`);
  const after = before.map((line, index) => (index === 2 || index === 25 ? `${line}!` : line));
  const lines = editLines(before.join('\n'), after.join('\n'));
  expect(lines.filter(({ kind }) => kind === 'gap')).toHaveLength(1);
  expect(countLines(lines)).toEqual({ added: 2, removed: 2 });
});

test('reads patches of Claude Code and ignores invalid ones', () => {
  const hunks = [
    { oldStart: 1, lines: [' a', '-b', '+c', '\\ No newline at end of file'] },
    null,
    { lines: 3 },
  ];
  expect(patchLines(hunks).map(({ kind }) => kind)).toEqual(['same', 'removed', 'added']);
  const placed = { oldStart: 7, newStart: 9, lines: [' a', '-b', '+c', '+d', ' e'] };
  expect(patchLines([placed]).map(({ number }) => number)).toEqual([9, 8, 10, 11, 12]);
  expect(patchLines('nothing')).toEqual([]);
  expect(addedLines('one\ntwo\n').map(({ number }) => number)).toEqual([1, 2]);
});

test('shows texts with too little in common one after the other', () => {
  const lines = (word: string) => Array.from({ length: 2000 }, (_, at) => `${word} ${at}`).join('\n');
  const shown = editLines(lines('old'), lines('new'));
  expect(countLines(shown)).toEqual({ added: 2000, removed: 2000 });
  expect(shown[0]).toEqual({ kind: 'removed', text: 'old 0' });
  expect(shown.at(-1)).toEqual({ kind: 'added', text: 'new 1999' });
});
