import { expect, test } from 'vitest';
import { toTypedText } from './typed-text.ts';

function typed(words: string) {
  return toTypedText([{ type: 'text', text: words }]);
}

test('types text unchanged', () => {
  expect(typed('hello\n  there, 👩‍👩‍👧\t!')).toEqual({ text: 'hello\n  there, 👩‍👩‍👧\t!' });
});

test.each([
  ['/compact', '/compact'],
  ['/model opus', '/model'],
  ['/plugin:do-it now\nplease', '/plugin:do-it'],
])('a command remains a command: %s', (words, command) => {
  expect(typed(words)).toEqual({ text: words, command });
});

test.each(['!ls', '!', '/', '/etc/passwd is odd', '/a.b c', '//comment', '/ x'])(
  'neither a command nor a shell: %s',
  (words) => {
    expect(typed(words)).toEqual({ text: ` ${words}` });
  },
);

test('removes characters that would act as keys', () => {
  expect(typed('a\x1b[201~\x03b\r\nc\rd\u009be')).toEqual({ text: 'a[201~b\nc\nde' });
});

test('joins several texts into one prompt', () => {
  const blocks = ['one', 'two'].map((text) => ({ type: 'text' as const, text }));
  expect(toTypedText(blocks)).toEqual({ text: 'one\n\ntwo' });
});

test('rejects content that a terminal cannot take', () => {
  const image = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } } as const;
  expect(() => toTypedText([image])).toThrow(expect.objectContaining({ code: 'unsupported_content' }));
  expect(() => typed(' \x1b\n')).toThrow(expect.objectContaining({ code: 'unsupported_content' }));
});
