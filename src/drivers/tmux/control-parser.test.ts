import { expect, test } from 'vitest';
import { type ControlMessage, ControlParser } from './control-parser.ts';

function parse(...lines: string[]): ControlMessage[] {
  const parser = new ControlParser();
  return lines.flatMap((line) => parser.push(line) ?? []);
}

test('a response is the text between its begin and its end', () => {
  expect(parse('%begin 1 2 1', 'first', '', '  ünïcode 👩‍👩‍👧 \\033', '%end 1 2 1')).toEqual([
    { kind: 'answer', lines: ['first', '', '  ünïcode 👩‍👩‍👧 \\033'], isError: false, isOurs: true },
  ]);
});

test('an error is a response, too', () => {
  expect(parse('%begin 1 2 1', "can't find pane: %9", '%error 1 2 1')).toEqual([
    { kind: 'answer', lines: ["can't find pane: %9"], isError: true, isOurs: true },
  ]);
});

test('distinguishes what tmux does on its own from responses to our commands', () => {
  expect(parse('%begin 1 2 0', '%end 1 2 0')).toMatchObject([{ isOurs: false }]);
});

test('output that looks like an end, a begin or a notice is output', () => {
  const lines = ['%end 1 3 1', '%error 9 9 9', '%begin 1 3 1', '%exit', '%end'];
  expect(parse('%begin 1 2 1', ...lines, '%end 1 2 1')).toMatchObject([{ lines }]);
});

test('notices between answers', () => {
  expect(parse('%sessions-changed', '%window-renamed @3 a b', 'a stray line', '%exit')).toEqual([
    { kind: 'notice', name: 'sessions-changed', rest: '' },
    { kind: 'notice', name: 'window-renamed', rest: '@3 a b' },
    { kind: 'notice', name: 'exit', rest: '' },
  ]);
});
