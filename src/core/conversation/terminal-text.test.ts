import { expect, test } from 'vitest';
import { terminalLines } from './terminal-text.ts';

const text = (output: string) =>
  terminalLines(output)
    .map((line) => line.map((span) => span.text).join(''))
    .join('\n');

test('keeps colours as names', () => {
  expect(terminalLines('\u001b[1;32mok\u001b[0m \u001b[31mbad\u001b[39m.')).toEqual([
    [
      { text: 'ok', style: 'green bold' },
      { text: ' ', style: '' },
      { text: 'bad', style: 'red' },
      { text: '.', style: '' },
    ],
  ]);
  const [line = []] = terminalLines(
    '\u001b[38;5;196ma\u001b[38;2;10;20;200mb\u001b[38;5;240mc\u001b[48;5;1md',
  );
  expect(line.map(({ style }) => style)).toEqual(['red', 'blue', 'dim']);
});

test('a progress display shows its last state', () => {
  expect(text('10%\r50%\r100%\ndone')).toBe('100%\ndone');
  expect(text('waiting\rdone')).toBe('doneing');
  expect(text('waiting\r\u001b[Kdone')).toBe('done');
  expect(text('waiting\u001b[2K\u001b[Gdone')).toBe('done');
  expect(text('ab\bc\r\nd\r\r\ne')).toBe('ac\nd\ne');
});

test('drops everything else', () => {
  expect(
    text('\u001b]8;;http://x\u0007link\u001b]8;;\u001b\\\u0007\u001b[5A\u001b[?25l\u001b(B!\u001b'),
  ).toBe('link(B!');
  expect(text('<b>&\u0000\u007f')).toBe('<b>&');
  expect(text('\u001b[999999999Gx').length).toBe(81);
});

/** Otherwise it does not end in time. */
test('takes time in proportion to the length', () => {
  const hostile = ['\u001b[', '\u001b]', 'a\r', '\u001b[38;5;', '\r', '\b', '\u001b[1m', '\u001b[99Gx\n'];
  for (const piece of hostile) {
    const lines = terminalLines(piece.repeat(Math.floor(100_000 / piece.length)));
    expect(lines.length).toBeGreaterThan(0);
  }
  expect(terminalLines(`\u001b[31m${'x'.repeat(400_000)}`)[0]?.[0]?.style).toBe('');
});
