/** Every word of the page is in every language. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Catalogue } from '../../src/core/translate.ts';
import { exactText } from '../../src/lib/hidden-characters.ts';
import { LANGUAGES } from '../../web/hub/language.ts';
import { readWords } from './read-words.ts';

const { texts, plurals, bare } = readWords('web', 'src/core', 'src/sdk');
const used = {
  texts: new Set(texts.map(({ text }) => text).filter(Boolean)),
  plurals: new Set(plurals.map(({ text }) => text)),
};
const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted().join();

/** Names that are the same in every language, commands, and texts for programmers. */
const NAMES = [
  /^(?:Arrow\w+|Page\w+|Enter|Escape|Tab|Backspace|Dead|Process|AltGraph|End|Home)$/,
  /^(?:Reins|git|policy\.json|reins [a-z].*)$/,
  /^(?:Android|Linux|Mac|Macintosh|Windows|Chrome|Edg|Edge|Firefox|Safari)$/,
  /^use\w+ needs a \w+ around it$/,
];
/** The names of languages, and a function that passes its text on. */
const FILES = ['web/hub/language.ts', 'web/parts/tx.tsx'];

test('the page shows no untranslated words', () => {
  const shown = bare.filter(
    ({ file, text }) =>
      file.startsWith('web/') && !FILES.includes(file) && !NAMES.some((name) => name.test(text)),
  );
  expect(shown.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});

test('a text either depends on a number or does not', () => {
  expect([...used.plurals].filter((text) => used.texts.has(text))).toEqual([]);
});

describe.each(Object.keys(LANGUAGES).filter((language) => language !== 'en'))('%s', (language) => {
  const file = join(import.meta.dirname, `../../web/words/${language}.json`);
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;

  test('has every text, and no other', () => {
    const wanted = [...used.texts, ...used.plurals];
    expect(wanted.filter((text) => !(text in catalogue))).toEqual([]);
    expect(Object.keys(catalogue).filter((text) => !wanted.includes(text))).toEqual([]);
  });

  test('keeps the values of every text, in every form', () => {
    for (const [text, found] of Object.entries(catalogue)) {
      const own = typeof found === 'string' ? { other: found } : found;
      for (const [form, words] of Object.entries(own)) {
        expect(forms, text).toContain(form);
        expect(words, text).not.toBe('');
        // Requests spell out hidden characters, such as spaces that do not break.
        expect(exactText(words), text).toBe(words);
        // "One request" need not name the number.
        const missing = form === 'one' ? places(text).replace(/,?\{n\}/, '') : places(text);
        expect([places(text), missing], `${text}: ${words}`).toContain(places(words));
      }
      if (used.plurals.has(text) && forms.includes('one')) expect(own, text).toHaveProperty('one');
    }
  });
});
