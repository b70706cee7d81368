import { expect, test } from 'vitest';
import { cleanJson, cleanLine, cleanText } from './clean-text.ts';

const ESC = '\u001b';

test.each([
  ['colours', `${ESC}[31mred${ESC}[0m`, 'red'],
  ['cursor movement', `a${ESC}[2K${ESC}[1Gb`, 'ab'],
  ['window titles', `${ESC}]0;owned\u0007text`, 'text'],
  ['links', `${ESC}]8;;http://x${ESC}\\link${ESC}]8;;${ESC}\\`, 'link'],
  ['the clipboard', `${ESC}]52;c;aGk=\u0007x`, 'x'],
  ['eight-bit controls', 'a\u009b31mb\u009d0;t\u009cc', 'abc'],
  ['a sequence hidden in another', `${ESC}${ESC}[31m[31mx`, '31mx'],
  ['an unfinished string', `${ESC}]0;never ends`, '0;never ends'],
  ['overwriting', 'rm -rf /\rls', 'rm -rf /ls'],
  ['backspaces', 'rm\b\bls', 'rmls'],
  ['reordering marks', 'a\u202eb\u2066c', 'abc'],
  ['nothing in plain text', 'é🐎\t"x"\n日本', 'é🐎\t"x"\n日本'],
])('removes %s', (_what, hostile, clean) => {
  expect(cleanText(hostile)).toBe(clean);
});

test('one line stays one line', () => {
  expect(cleanLine(' a\r\n\tb\n\nc ')).toBe('a b c');
});

test('JSON keeps its meaning', () => {
  const value = { text: `${ESC}[31m \u009b \u007f` };
  const json = cleanJson(JSON.stringify(value));
  expect(json).not.toMatch(/[^ -~]/);
  expect(JSON.parse(json)).toEqual(value);
});

test('takes time proportional to the length of the text', () => {
  for (const hostile of [`${ESC}]`.repeat(50_000), `${ESC}[`.repeat(50_000), '\u009b0'.repeat(50_000)]) {
    expect(cleanText(hostile)).not.toContain(ESC);
  }
});
