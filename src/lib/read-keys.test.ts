import { expect, test } from 'vitest';
import { readKeys } from './read-keys.ts';

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
  ['\u001b[I\u001b[O', [{ name: 'focus' }, { name: 'blur' }]],
  ['\u007f', [{ name: 'backspace' }]],
])('%j', (sent, keys) => {
  expect(readKeys(sent)).toEqual(keys);
});
