import { expect, test } from 'vitest';
import { toTypedText } from './typed-text.ts';

function typed(words: string) {
  return toTypedText([{ type: 'text', text: words }]);
}

test('words are typed as they are', () => {
  expect(typed('hello\n  there, 👩‍👩‍👧\t!')).toEqual({ text: 'hello\n  there, 👩‍👩‍👧\t!' });
});

test.each([
  ['/compact', '/compact'],
  ['/model opus', '/model'],
  ['/plugin:do-it now\nplease', '/plugin:do-it'],
])('a command stays one: %s', (words, command) => {
  expect(typed(words)).toEqual({ text: words, command });
});

test.each(['!ls', '!', '/', '/etc/passwd is odd', '/a.b c', '//comment', '/ x'])(
  'no command, no shell: %s',
  (words) => {
    expect(typed(words)).toEqual({ text: ` ${words}` });
  },
);

test('what would act as a key is left out', () => {
  expect(typed('a\x1b[201~\x03b\r\nc\rd\u009be')).toEqual({ text: 'a[201~b\nc\nde' });
});

test('several texts are one prompt', () => {
  const blocks = ['one', 'two'].map((text) => ({ type: 'text' as const, text }));
  expect(toTypedText(blocks)).toEqual({ text: 'one\n\ntwo' });
});

test('what a terminal cannot take is refused', () => {
  const image = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } } as const;
  expect(() => toTypedText([image])).toThrow(expect.objectContaining({ code: 'unsupported_content' }));
  expect(() => typed(' \x1b\n')).toThrow(expect.objectContaining({ code: 'unsupported_content' }));
});
