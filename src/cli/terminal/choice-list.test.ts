import { expect, test } from 'vitest';
import { ChoiceList } from '../../core/terminal/choice-list.ts';
import type { Key } from '../../lib/read-keys.ts';
import { textWidth } from '../../lib/text-width.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import { PLAIN } from './style.ts';
import { TextField } from './text-field.ts';

const typed = (text: string): Key => ({ name: 'text', text });
const down: Key = { name: 'down' };
const enter: Key = { name: 'enter' };

const list = (start = 0) =>
  new ChoiceList(
    [
      { value: 'a', label: 'Allow', letter: 'a' },
      { value: 'box', label: 'From now on', isTicked: false },
      { value: 'd', label: 'Deny', letter: 'd', hint: 'it will not run' },
    ],
    { start, style: PLAIN },
  );

test('arrows wrap around, Enter selects', () => {
  const one = list();
  expect(one.press({ name: 'up' })).toBeUndefined();
  expect(one.press(enter)).toEqual({ value: 'd' });
  expect(one.press(down)).toBeUndefined();
  expect(one.press(enter)).toEqual({ value: 'a' });
  expect(list(2).press(enter)).toEqual({ value: 'd' });
});

test('digits and letters choose; ticking a box keeps the list open', () => {
  const one = list();
  expect(one.press(typed('2'))).toBeUndefined();
  expect(one.ticked).toEqual(['box']);
  expect(one.press(typed(' '))).toBeUndefined();
  expect(one.ticked).toEqual([]);
  expect(one.press(typed('d'))).toEqual({ value: 'd' });
  expect(one.press(typed('1'))).toEqual({ value: 'a' });
});

test('ignores other keys', () => {
  for (const key of [typed('9'), typed('x'), typed('aa'), typed('ad'), { name: 'paste', text: 'a' } as Key]) {
    expect(list().press(key)).toBeUndefined();
  }
});

test('lines show the cursor, boxes and hints, and fit', () => {
  const one = list();
  one.press(down);
  one.press(enter);
  expect(one.lines(80, 10)).toEqual([
    '  1. Allow (a)',
    '> 2. [x] From now on',
    '  3. Deny (d)',
    '     it will not run',
  ]);
  expect(one.lines(80, 3)).toHaveLength(3);
  expect(one.lines(80, 1)).toEqual(['> 2. [x] From now on']);
  for (const line of one.lines(14, 3)) expect(textWidth(line)).toBeLessThanOrEqual(14);
});

test('types, pastes and deletes text', () => {
  const field = new TextField('é');
  for (const key of [typed('ab'), { name: 'paste', text: 'c\n\u001b[31md' } as Key]) field.press(key);
  expect(field.text).toBe('éabc\nd');
  field.press({ name: 'backspace' });
  field.press({ name: 'backspace' });
  expect(field.text).toBe('éabc');
  field.press(typed(' two words'));
  field.press({ name: 'ctrl-w' });
  expect(field.text).toBe('éabc two ');
  field.press({ name: 'ctrl-u' });
  expect(field.lines(20)).toEqual(['> _']);
});

test('wraps text at spaces and never cuts it', () => {
  expect(wrapText('aaa bbb ccc ddd', 8)).toEqual(['aaa bbb', 'ccc ddd']);
  expect(wrapText('x'.repeat(20), 8)).toEqual(['xxxxxxxx', 'xxxxxxxx', 'xxxx']);
  expect(wrapText('a\n\n  b', 20)).toEqual(['a', '', '  b']);
  const text = `日本語 ${'word '.repeat(40)}`;
  expect(wrapText(text, 20).join(' ').replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' '));
  for (const line of wrapText(text, 20)) expect(textWidth(line)).toBeLessThanOrEqual(20);
});
