import { expect, test } from 'vitest';
import type { Key } from '../../lib/read-keys.ts';
import { PLAIN } from '../../lib/style.ts';
import { textWidth } from '../../lib/text-width.ts';
import { ChoiceList } from './choice-list.ts';

const typed = (text: string): Key => ({ name: 'text', text });
const down: Key = { name: 'down' };
const enter: Key = { name: 'enter' };

const list = (start = 0) =>
  new ChoiceList(
    [
      { value: 'a', label: 'Rename it' },
      { value: 'b', label: 'Fork it', letter: 'f' },
      { value: 'c', label: 'End it' },
    ],
    { start, style: PLAIN },
  );

test('arrows wrap around, Enter chooses', () => {
  const one = list();
  expect(one.press({ name: 'up' })).toBeUndefined();
  expect(one.press(enter)?.value).toBe('c');
  expect(one.press(down)).toBeUndefined();
  expect(one.press(enter)?.value).toBe('a');
  expect(one.press(typed('j'))).toBeUndefined();
  expect(one.press(enter)?.value).toBe('b');
  expect(list(2).press(enter)?.value).toBe('c');
});

test('digits and letters choose', () => {
  expect(list().press(typed('f'))?.value).toBe('b');
  expect(list().press(typed('2'))?.value).toBe('b');
});

test('other keys do nothing', () => {
  for (const key of [typed('9'), typed('x'), typed('11'), typed('12'), { name: 'paste', text: '1' } as Key])
    expect(list().press(key)).toBeUndefined();
});

test('lines mark the current row and fit', () => {
  const one = list();
  one.press(down);
  expect(one.lines(80, 10)).toEqual(['  1. Rename it', '> 2. Fork it (f)', '  3. End it']);
  expect(one.lines(80, 2)).toHaveLength(2);
  expect(one.lines(80, 1)).toEqual(['> 2. Fork it (f)']);
  for (const line of one.lines(12, 3)) expect(textWidth(line)).toBeLessThanOrEqual(12);
});
