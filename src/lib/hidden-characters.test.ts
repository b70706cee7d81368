import { expect, test } from 'vitest';
import { exactLine, exactText, exactTexts, findHidden } from './hidden-characters.ts';

test.each([
  ['reordering', 'a\u202eb\u2066c', 'a<U+202E>b<U+2066>c'],
  ['zero width', 'r\u200bm \ufeffx\u2060', 'r<U+200B>m <U+FEFF>x<U+2060>'],
  ['tags', 'ls\u{e0041}', 'ls<U+E0041>'],
  ['unusual spaces', 'rm\u00a0-rf\u3000x\u2028y', 'rm<U+00A0>-rf<U+3000>x<U+2028>y'],
  ['letters without ink', 'a\u3164b\u115fc\u2800', 'a<U+3164>b<U+115F>c<U+2800>'],
  ['escape sequences and the text they would hide', 'ls \u001b]0;rm x\u0007', 'ls <U+001B>]0;rm x<U+0007>'],
  ['overwriting', 'rm x\rls', 'rm x<U+000D>ls'],
  ['half a character', 'a\ud800', 'a<U+D800>'],
  ['a selector on a letter', 'a\ufe0f', 'a<U+FE0F>'],
  ['nothing in plain text', 'é 日本 "x"\n\ty', 'é 日本 "x"\n\ty'],
  ['no emoji', '❤️ 👩‍💻 👍🏽 🐎', '❤️ 👩‍💻 👍🏽 🐎'],
  ['no line ends', 'a\r\nb', 'a\nb'],
])('writes out %s', (_what, text, exact) => {
  expect(exactText(text)).toBe(exact);
  expect(findHidden(text) !== undefined).toBe(/<U\+/.test(exact));
});

test('on one line, and deep in a value', () => {
  expect(exactLine(' a\n\tb\u200b ')).toBe('a b<U+200B>');
  expect(exactTexts({ edits: [{ 'na\u200bme': 'x\u202e' }], count: 1 })).toEqual({
    edits: [{ 'na<U+200B>me': 'x<U+202E>' }],
    count: 1,
  });
});
