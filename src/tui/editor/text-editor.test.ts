import { expect, test } from 'vitest';
import { readKeys } from '../../lib/read-keys.ts';
import { PromptHistory } from './prompt-history.ts';
import { TextEditor } from './text-editor.ts';

function write(...sent: string[]): TextEditor {
  const editor = new TextEditor();
  for (const key of sent.flatMap(readKeys)) editor.press(key);
  return editor;
}

const LEFT = '\u001b[D';

test.each([
  [['hello', '\u007f'], 'hell'],
  [['one two', '\u0017', 'three'], 'one three'],
  [['ab', LEFT, 'x'], 'axb'],
  [['line', '\u001b\r', 'next'], 'line\nnext'],
  [['line', '\n', 'next'], 'line\nnext'],
  [['ab', '\u0001', 'x'], 'xab'],
  [['a\u001b[200~b\r\nc\u001b[201~'], 'ab\nc'],
  [['family 👨‍👩‍👧', '\u007f'], 'family '],
  [['keep', '\u0015', 'new'], 'new'],
  [['first', '\u001b\r', 'second', '\u001b[A', '!'], 'first!\nsecond'],
  [['evil \u001b[200~\u001b[31mred\u001b[201~'], 'evil red'],
])('%j makes %j', (sent, text) => {
  expect(write(...sent).text).toBe(text);
});

test('wraps by columns, counts wide characters as two, and finds the cursor', () => {
  expect(write('日本語で書く').view(6)).toEqual({ lines: ['日本語', 'で書く', ''], row: 2, column: 0 });
  expect(write('abc', LEFT).view(10)).toEqual({ lines: ['abc'], row: 0, column: 2 });
  expect(write('a', '\u001b\r').view(10)).toEqual({ lines: ['a', ''], row: 1, column: 0 });
});

test('recalls earlier prompts, then the draft', () => {
  const history = new PromptHistory();
  history.offer(['one', 'two', 'two']);
  expect([history.older('draft'), history.older('two'), history.older('one')]).toEqual([
    'two',
    'one',
    undefined,
  ]);
  expect([history.newer(), history.newer(), history.newer()]).toEqual(['two', 'draft', undefined]);
});

test('shows control characters and keeps them in the text', () => {
  const hidden = 'ls\u001b[8m; rm -rf ~\u202e';
  const editor = new TextEditor(hidden);
  expect(editor.view(40)).toEqual({ lines: ['ls\ufffd[8m; rm -rf ~\ufffd'], row: 0, column: 17 });
  expect(editor.text).toBe(hidden);
});
