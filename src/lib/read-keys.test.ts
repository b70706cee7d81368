import { expect, test } from 'vitest';
import { KeyReader, readKeys } from './read-keys.ts';

test.each([
  ['\u001b[A\u001bOB', [{ name: 'up' }, { name: 'down' }]],
  ['2\r', [{ name: 'text', text: '2' }, { name: 'enter' }]],
  ['\u001b', [{ name: 'escape' }]],
  ['\u0003', [{ name: 'ctrl-c' }]],
  ['añ日', [{ name: 'text', text: 'añ日' }]],
  ['\u001b[200~a\r\nb\u001b[201~', [{ name: 'paste', text: 'a\nb' }]],
  ['\u001b[5~\u001b[1;5C\u0001', [{ name: 'page-up' }, { name: 'word-right' }, { name: 'ctrl-a' }]],
  ['\u001b[15~\u0000', [{ name: 'other' }, { name: 'other' }]],
  ['\u001b\r', [{ name: 'alt-enter' }]],
  ['a\u001b\rb', [{ name: 'text', text: 'a' }, { name: 'alt-enter' }, { name: 'text', text: 'b' }]],
  ['\u001b[I\u001b[O', [{ name: 'focus' }, { name: 'blur' }]],
  ['\u007f', [{ name: 'backspace' }]],
  // A click and its release, the wheel, and a click with Shift.
  ['\u001b[<0;3;2M\u001b[<0;3;2m', [{ name: 'click', row: 1, column: 2 }]],
  ['\u001b[<64;1;1M\u001b[<65;1;1M', ['wheel-up', 'wheel-down'].map((name) => ({ name, row: 0, column: 0 }))],
  ['\u001b[<4;3;2M\u001b[<2;3;2M', []],
])('%j', (sent, keys) => {
  expect(readKeys(sent)).toEqual(keys);
});

test('a click that arrives in pieces types nothing', () => {
  const keys = new KeyReader();
  expect(['\u001b[<0', ';3;', '2M1'].map((piece) => keys.read(piece))).toEqual([
    [],
    [],
    [
      { name: 'click', row: 1, column: 2 },
      { name: 'text', text: '1' },
    ],
  ]);
});

test('a paste that arrives in pieces is one key, and its text is never read as keys', () => {
  const keys = new KeyReader();
  const pieces = ['\u001b[2', '00~one\raa', '\rtwo\u001b[20', '1~a', 'b'];
  expect(pieces.map((piece) => keys.read(piece))).toEqual([
    [],
    [],
    [],
    [
      { name: 'paste', text: 'one\naa\ntwo' },
      { name: 'text', text: 'a' },
    ],
    [{ name: 'text', text: 'b' }],
  ]);
});

test('Ctrl-C ends an unterminated paste', () => {
  const keys = new KeyReader();
  expect(keys.read('\u001b[200~aaa')).toEqual([]);
  expect(keys.read('\u0003')).toEqual([{ name: 'ctrl-c' }]);
  expect(keys.read('\u001b')).toEqual([{ name: 'escape' }]);
});
