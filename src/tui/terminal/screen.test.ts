import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COLOURED } from '../../lib/style.ts';
import { markdownLines } from '../lines/markdown-lines.ts';
import { lineOf, span } from '../lines/spans.ts';
import { onlyStyle } from './only-style.ts';
import { Screen } from './screen.ts';

function drawn() {
  const written: string[] = [];
  return { screen: new Screen({ write: (text: string) => written.push(text) }, { mouse: true }), written };
}

test('writes only changed lines', () => {
  const { screen, written } = drawn();
  screen.draw({ lines: ['one', 'two', 'three'] });
  screen.draw({ lines: ['one', 'TWO', 'three'], cursor: { row: 1, column: 2 } });
  expect(written[1]).toContain('\u001b[2;1H\u001b[KTWO');
  expect(written[1]).not.toContain('three');
  expect(written[1]).toContain('\u001b[2;3H\u001b[?25h');
  screen.draw({ lines: ['one'] });
  expect(written[2]).toContain('\u001b[3;1H\u001b[K');
});

test('only text and colours reach the terminal', () => {
  const nasty = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        '\u001b',
        '[',
        ']',
        '2J',
        '\u0007',
        '\u009b',
        '\r',
        '\n',
        '\u0000',
        ';',
        'm',
        '31',
        '\u202e',
        'P',
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
  });
  const isTame = (line: string) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removing colours is the purpose
    const rest = line.replaceAll(/\u001b\[[0-9;]*m/g, '');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
    return !/[\u0000-\u001f\u007f-\u009f]/.test(rest);
  };
  fc.assert(
    fc.property(nasty, (text) => {
      expect(isTame(onlyStyle(text))).toBe(true);
      for (const line of [lineOf([span(text, COLOURED.waits)], 40), ...markdownLines(text, 30, COLOURED)])
        expect(isTame(line)).toBe(true);
    }),
  );
});
