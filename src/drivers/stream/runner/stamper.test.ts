import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Stamper } from './stamper.ts';
import { WholeLines } from './whole-lines.ts';

it('stamps every line once, however the stream is split', () => {
  const stamper = new Stamper();
  const stamp = Buffer.from('> ');
  const texts = fc.array(
    fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' ')),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(texts, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (lines, cuts) => {
      const stream = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      const wholeLines = new WholeLines();
      let result = '';
      for (let at = 0, step = 0; at < stream.length; step++) {
        const next = at + (cuts[step % cuts.length] ?? 1);
        const whole = wholeLines.push(stream.subarray(at, next));
        if (whole) result += stamper.stamp(whole, stamp).toString();
        at = next;
      }
      expect(result).toBe(lines.map((line) => `> ${line}\n`).join(''));
    }),
  );
});

it('accepts lines of any length', () => {
  const stamper = new Stamper();
  const long = Buffer.from(`${'x'.repeat(3_000_000)}\n`);
  expect(stamper.stamp(long, Buffer.from('> ')).length).toBe(long.length + 2);
});

it('omits lines that are filtered out', () => {
  const lines = Buffer.from('a\nb\nc\n');
  const isLeftOut = (start: number) => lines[start] === 'b'.charCodeAt(0);
  expect(new Stamper().stamp(lines, Buffer.from('> '), isLeftOut).toString()).toBe('> a\n> c\n');
});
