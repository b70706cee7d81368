import { expect, test } from 'vitest';
import { asMirror } from './mirror-client.ts';
import { readOutput } from './pane-output.ts';
import { drawScreen, readState } from './screen-picture.ts';

/** As tmux writes it, and as we read it. */
const told = (text: string) => readOutput(Buffer.from(text).toString('latin1'));

test('bytes come back as they were, also characters that were cut in two', () => {
  expect(told('%3 a\\033[1mb\\134c\\015\\012')).toEqual({
    pane: '%3',
    bytes: Buffer.from('a\x1b[1mb\\c\r\n'),
  });
  const whole = Buffer.from('✳ grün');
  const cut = readOutput(`%3 ${whole.subarray(0, 2).toString('latin1')}`);
  const rest = readOutput(`%3 ${whole.subarray(2).toString('latin1')}`);
  expect(Buffer.concat([cut.bytes, rest.bytes]).toString()).toBe('✳ grün');
  expect(told('%3 ')).toEqual({ pane: '%3', bytes: Buffer.alloc(0) });
});

test('a picture puts text, cursor and modes back', () => {
  const state = readState('80 24 5 2 0 1 1 0 0 1 0 1');
  expect(state).toMatchObject({ columns: 80, rows: 24, column: 5, row: 2, modes: [1049, 1, 1002, 1006] });
  const drawn = drawScreen(state, ['a', '\x1b[31mb']);
  expect(state.foreign).toBe(0);
  expect(drawn).toBe(
    '\x1bc\x1b[?1049h\x1b[?1h\x1b[?1002h\x1b[?1006h\x1b[Ha\r\n\x1b[31mb\x1b[0m\x1b[3;6H\x1b[?25l\x1b[?2004h',
  );
});

test('what stood in the shell before a program that fills the screen is not part of its picture', () => {
  const alternate = readState('80 24 0 0 1 1 0 0 0 0 0 0 2');
  expect(drawScreen(alternate, ['$ one', '$ two', 'program'])).not.toContain('$');
  const plain = readState('80 24 0 0 1 0 0 0 0 0 0 0 2');
  expect(drawScreen(plain, ['$ one', '$ two', 'now'])).toContain('$ one\r\n$ two\r\nnow');
  expect(readState('80 24 0 0 1 1 0 0 0 0 0 0 50000').foreign).toBe(1000);
});

test('looks on without a say in the size', () => {
  expect(asMirror(['tmux', '-u', '-S', '/s', 'attach-session', '-t', '=r'])).toEqual([
    ...['tmux', '-C', '-u', '-S', '/s', 'attach-session', '-f', 'ignore-size', '-t', '=r'],
  ]);
});
