import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphemesOf } from './graphemes.ts';

const parts = fc.constantFrom('a', 'e\u0301', '👩‍👩‍👧', '🇩🇪', '🇫', '한', 'ᄒ', '\r\n', ' ', '👍🏽', 'नि');

test('a long text yields the same characters as when read in one piece', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const long = fc.array(parts, { minLength: 100, maxLength: 400 });
  fc.assert(
    fc.property(long, (some) => {
      const text = some.join('');
      const expected = [...segmenter.segment(text)].map(({ segment, index }) => ({ segment, index }));
      expect([...graphemesOf(text)]).toEqual(expected);
    }),
  );
});

test('never splits a surrogate pair or loses text, however many marks follow one letter', () => {
  const text = `a${'\u0301'.repeat(254)}😀${'\u{e0101}'.repeat(1000)}`;
  const found = [...graphemesOf(text)].map(({ segment }) => segment);
  expect(found.join('')).toBe(text);
  // A split pair would not survive the encoding.
  expect(found.map((segment) => Buffer.from(segment).toString()).join('')).toBe(text);
});
