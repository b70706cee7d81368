import { PassThrough, Writable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { InputGate, serialize } from './input-gate.ts';

it('turns any object into one line', () => {
  // All kinds of code units, including lone surrogates.
  const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));
  const text = fc.string({ unit, maxLength: 20 });
  const nasty = fc.oneof(
    text,
    fc.constantFrom('\n', '\r', '\u2028', '\u2029', '\u0085', '\ud800', '"}\n{"', '\0'),
  );
  const objects = fc.dictionary(nasty, fc.oneof(nasty, fc.array(nasty, { maxLength: 5 })), { maxKeys: 5 });
  fc.assert(
    fc.property(objects, (message) => {
      const line = serialize(message);
      expect(line.endsWith('\n')).toBe(true);
      expect(line.slice(0, -1)).not.toMatch(/[\n\r\u2028\u2029]/);
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(message)));
    }),
  );
});

it('passes each id once and responds every time', async () => {
  const stdin = new PassThrough();
  const gate = new InputGate(stdin);
  const answers = await Promise.all([
    gate.pass('a', { n: 1 }),
    gate.pass('a', { n: 1 }),
    gate.pass('b', { n: 2 }),
  ]);
  expect(answers).toEqual([true, true, true]);
  expect(await gate.pass('a', { n: 1 })).toBe(true);
  expect(String(stdin.read())).toBe('{"n":1}\n{"n":2}\n');
});

it('reports a message that cannot be written', async () => {
  const closed = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
  const gate = new InputGate(closed);
  expect(await gate.pass('a', {})).toBe(false);
  expect(await gate.pass('b', {})).toBe(false);
});
