import { expect, test } from 'vitest';
import { commandLine, escapeFormat, quoteForTmux, toArguments } from './quote-for-tmux.ts';

test('leaves plain words unquoted', () => {
  expect(commandLine(['send-keys', '-t', '%3', 'C-s'])).toBe('send-keys -t %3 C-s');
});

test.each([
  ['', '""'],
  ['two words', '"two words"'],
  ['a "b" \\ $HOME', '"a \\"b\\" \\\\ \\$HOME"'],
  ['~/x', '"\\~/x"'],
  ['one\ntwo\tthree\x1b', '"one\\012two\\011three\\033"'],
  ['#{pane_id} ; kill-server', '"#{pane_id} ; kill-server"'],
  ['ünï 👩‍👩‍👧', '"ünï 👩‍👩‍👧"'],
  ['nul\0byte', '"nulbyte"'],
])('%j', (word, quoted) => {
  expect(quoteForTmux(word)).toBe(quoted);
});

test('a trailing semicolon does not end the command', () => {
  expect(
    toArguments([
      ['send-keys', ';', 'a;', '\\;'],
      ['list-panes', 'a;b'],
    ]),
  ).toEqual(['send-keys', '\\;', 'a\\;', '\\\\;', ';', 'list-panes', 'a;b']);
});

test('escapes format expansions', () => {
  expect(escapeFormat('/a#{b}/#c')).toBe('/a##{b}/##c');
});
