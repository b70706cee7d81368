import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SseMessage, SseParser } from './sse-parser.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function parse(...chunks: (string | Uint8Array)[]): SseMessage[] {
  const parser = new SseParser();
  return chunks.flatMap((chunk) => parser.push(typeof chunk === 'string' ? bytes(chunk) : chunk));
}

test('reads id, event and data', () => {
  expect(parse('id: 1.7\nevent: tool_started\ndata: {"seq":7}\n\n')).toEqual([
    { id: '1.7', event: 'tool_started', data: '{"seq":7}' },
  ]);
});

test('a message without an id does not inherit one', () => {
  expect(parse('id: 1\ndata: a\n\ndata: b\n\n')).toEqual([
    { id: '1', event: 'message', data: 'a' },
    { event: 'message', data: 'b' },
  ]);
});

test.each(['\n', '\r\n', '\r'])('accepts %j as line end', (end) => {
  const text = ['event: x', 'data: a', 'data: b', '', 'data: c', '', ''].join(end);
  expect(parse(text)).toEqual([
    { event: 'x', data: 'a\nb' },
    { event: 'message', data: 'c' },
  ]);
});

test('a line end split between two chunks ends one line', () => {
  expect(parse('data: a\r', '\n\r', '\ndata: b\r\n\r\n')).toEqual([
    { event: 'message', data: 'a' },
    { event: 'message', data: 'b' },
  ]);
});

test('removes only the first space after the colon, and keeps only present data', () => {
  expect(parse('data:  two\ndata\ndata:none\n\nevent: bare\n\n')).toEqual([
    { event: 'message', data: ' two\n\nnone' },
    { event: 'bare' },
  ]);
});

test('skips a byte order mark, comments and unknown fields', () => {
  expect(parse('\uFEFFdata: a\n: heartbeat\nretry: 5\nfoo: bar\n\n: only a comment\n\n')).toEqual([
    { event: 'message', data: 'a' },
  ]);
});

test('yields an id alone, and ignores an id with a null byte', () => {
  expect(parse('id: 1.9\n\nid: a\0b\ndata: x\n\n')).toEqual([
    { id: '1.9', event: 'message' },
    { event: 'message', data: 'x' },
  ]);
});

test('does not yield an incomplete message', () => {
  expect(parse('data: whole\n\nid: 2\ndata: {"half":')).toEqual([{ event: 'message', data: 'whole' }]);
});

test('U+2028 and characters split between chunks stay whole', () => {
  const text = 'data: "\u2028 ünï 🐎"\n\n';
  const split = [...bytes(text)].map((byte) => Uint8Array.of(byte));
  expect(parse(...split)).toEqual([{ event: 'message', data: '"\u2028 ünï 🐎"' }]);
});

test('yields the same messages however the bytes are split', () => {
  const line = fc.constantFrom('data: é🐎', 'data', 'id: 4', 'event: e', ': c', '', '', 'data:\u2028');
  const end = fc.constantFrom('\n', '\r\n', '\r');
  const stream = fc.array(fc.tuple(line, end)).map((lines) => lines.flat().join(''));
  fc.assert(
    fc.property(stream, fc.array(fc.nat(40)), (text, sizes) => {
      const all = bytes(text);
      const chunks: Uint8Array[] = [];
      let from = 0;
      for (const size of sizes) {
        chunks.push(all.subarray(from, from + size));
        from += size;
      }
      expect(parse(...chunks, all.subarray(from))).toEqual(parse(all));
    }),
  );
});
