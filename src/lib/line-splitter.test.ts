import { expect, test } from 'vitest';
import { LineSplitter } from './line-splitter.ts';

function split(...chunks: (string | Buffer)[]) {
  const splitter = new LineSplitter();
  return chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk)));
}

test('keeps U+2028, U+2029 and U+0085 inside a line', () => {
  const text = '{"text":"a\u2028b\u2029c\u0085d"}';
  expect(split(`${text}\n`).map((line) => line.text)).toEqual([text]);
});

test('joins a character split over two chunks', () => {
  const bytes = Buffer.from('é€😀\n');
  for (let cut = 1; cut < bytes.length; cut++) {
    const lines = split(bytes.subarray(0, cut), bytes.subarray(cut));
    expect(lines.map((line) => line.text)).toEqual(['é€😀']);
  }
});

test('drops the carriage return of CRLF and keeps others', () => {
  expect(split('a\rb\r\nc\n').map((line) => line.text)).toEqual(['a\rb', 'c']);
});

test('reports byte offsets, not character offsets', () => {
  expect(split('é\n', 'ab', 'c\n\n')).toEqual([
    { text: 'é', start: 0, end: 3 },
    { text: 'abc', start: 3, end: 7 },
    { text: '', start: 7, end: 8 },
  ]);
});

test('holds back an unfinished line and reports where to resume', () => {
  const splitter = new LineSplitter(100);
  expect(splitter.push(Buffer.from('one\ntw'))).toEqual([{ text: 'one', start: 100, end: 104 }]);
  expect(splitter.resumeOffset).toBe(104);
  expect(splitter.push(Buffer.from('o\n'))).toEqual([{ text: 'two', start: 104, end: 108 }]);
});

test('assembles a long line from many chunks', () => {
  const piece = 'x'.repeat(64 * 1024);
  const lines = split(...Array.from({ length: 100 }, () => piece), '\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]?.text.length).toBe(6_553_600);
});

test('skips an overlong line without storing it, then continues', () => {
  const splitter = new LineSplitter(0, 10);
  const lines = ['short\n', 'x'.repeat(8), 'y'.repeat(8), 'z\nnext\n'].flatMap((chunk) =>
    splitter.push(Buffer.from(chunk)),
  );
  expect(lines).toEqual([
    { text: 'short', start: 0, end: 6 },
    { text: '', start: 6, end: 24, isTooLong: true },
    { text: 'next', start: 24, end: 29 },
  ]);
});
