import { expect, test } from 'vitest';
import { pick } from './language.ts';

test('the first preferred language that the page has is used, with its region', () => {
  expect(pick(['it-IT', 'de-AT', 'de', 'en'], 'system')).toEqual({ language: 'de', locale: 'de-AT' });
  expect(pick(['pt-BR', 'en-US'], 'system')).toEqual({ language: 'pt', locale: 'pt-BR' });
  expect(pick(['ZH-Hans-CN'], 'system')).toEqual({ language: 'zh', locale: 'ZH-Hans-CN' });
});

test('a region that Intl does not accept is left out', () => {
  expect(pick(['en-US@posix'], 'system')).toEqual({ language: 'en', locale: 'en' });
  expect(pick(['de-DE@euro', 'de-DE'], 'system')).toEqual({ language: 'de', locale: 'de-DE' });
});

test('the page is English for people who prefer only other languages', () => {
  expect(pick(['it-IT', 'toString'], 'system')).toEqual({ language: 'en', locale: 'en' });
  expect(pick([], 'system')).toEqual({ language: 'en', locale: 'en' });
});

test('a chosen language keeps the region that the browser prefers for it', () => {
  expect(pick(['en-GB', 'de-CH'], 'de')).toEqual({ language: 'de', locale: 'de-CH' });
  expect(pick(['en-GB'], 'ja')).toEqual({ language: 'ja', locale: 'ja' });
});
