import { afterEach, expect, test } from 'vitest';
import { currentLocale, setLanguage, t, tn } from './translate.ts';

const german = {
  'Edit {name}': '{name} bearbeiten',
  '{n} requests': { one: '{n} Anfrage', other: '{n} Anfragen' },
  '{n} of {count}': '{n} von {count}',
};

/** The state of a new process: English, with the numbers of no language. */
function reset(): void {
  setLanguage({ locale: undefined, catalogue: {} });
}
afterEach(reset);

test('texts are English without a catalogue', () => {
  expect(t('Edit')).toBe('Edit');
  expect(t('Edit {name}', { name: 'laptop' })).toBe('Edit laptop');
  expect(tn(1, '{n} request', '{n} requests')).toBe('1 request');
  expect(tn(0, '{n} request', '{n} requests')).toBe('0 requests');
  expect(tn(12_000, '{n} request', '{n} requests')).toBe('12000 requests');
  expect(currentLocale()).toBeUndefined();
});

test('a language has its own order of words, plurals and numbers', () => {
  setLanguage({ locale: 'de', catalogue: german });
  expect(t('Edit {name}', { name: 'laptop' })).toBe('laptop bearbeiten');
  expect(tn(1, '{n} request', '{n} requests')).toBe('1 Anfrage');
  expect(tn(12_000, '{n} request', '{n} requests')).toBe('12.000 Anfragen');
  expect(t('{n} of {count}', { n: '12000', count: 12_000 })).toBe('12000 von 12.000');
  expect(currentLocale()).toBe('de');
});

test('a language without plurals has one text for every number', () => {
  setLanguage({ locale: 'ja', catalogue: { '{n} requests': '{n}件の要求' } });
  expect(tn(1, '{n} request', '{n} requests')).toBe('1件の要求');
  expect(tn(3, '{n} request', '{n} requests')).toBe('3件の要求');
});

test('a text that is missing in the catalogue stays English', () => {
  setLanguage({ locale: 'de', catalogue: german });
  expect(t('Delete {name}', { name: 'laptop' })).toBe('Delete laptop');
  expect(tn(1, '{n} event', '{n} events')).toBe('1 event');
  expect(tn(2000, '{n} event', '{n} events', { host: 'laptop' })).toBe('2.000 events');
});

test('values are inserted as they are, and unknown names stay', () => {
  expect(t('Edit {name}', { name: '{name} $& {other}' })).toBe('Edit {name} $& {other}');
  expect(t('Edit {name}', { other: 'laptop' })).toBe('Edit {name}');
});
