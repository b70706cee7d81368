import { expect, test } from 'vitest';
import { readStyledLines } from './styled-text.ts';

const ESC = '\x1b';

test('keeps plain text and drops colours', () => {
  expect(readStyledLines([`${ESC}[38;5;246m❯ ${ESC}[39mhéllo 👩‍👩‍👧${ESC}[0m  `])).toEqual([
    { text: '❯ héllo 👩‍👩‍👧', bright: '❯ héllo 👩‍👩‍👧' },
  ]);
});

test('a hint is faint, except for the letter under the cursor', () => {
  const [line] = readStyledLines([`❯ ${ESC}[7mP${ESC}[0;2mress up`]);
  expect(line).toEqual({ text: '❯ Press up', bright: '❯' });
});

test('the cursor inside a draft does not hide a letter', () => {
  const [line] = readStyledLines([`❯ ab${ESC}[7mc${ESC}[0md`]);
  expect(line?.bright).toBe('❯ abcd');
});

test('a faint colour number does not mean faint text', () => {
  const [line] = readStyledLines([`${ESC}[38;2;2;2;2mred${ESC}[48;5;2mgreen`]);
  expect(line?.bright).toBe('redgreen');
});

test('a style continues on the next line', () => {
  expect(readStyledLines([`${ESC}[2mone`, `two${ESC}[22m three`]).map(({ bright }) => bright)).toEqual([
    '',
    ' three',
  ]);
});
