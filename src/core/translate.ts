/**
 * Words for people, in their language. The English text is the key, so code reads as it is shown. Without a catalogue
 * everything stays English: only the page sets one, before it loads any module that uses words.
 */

/** Texts by their English text; those that depend on a number by plural form, under the English plural. */
export type Catalogue = Readonly<
  Record<string, string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>>
>;

export type Values = Readonly<Record<string, string | number>>;

let catalogue: Catalogue = {};
let locale: string | undefined;
let plurals: Intl.PluralRules | undefined;
/** By their options: creating one takes longer than formatting a hundred times. */
const formats = new Map<string, Intl.NumberFormat>();

/** Undefined is the system's own locale. */
export function setLanguage(chosen: {
  readonly locale: string | undefined;
  readonly catalogue: Catalogue;
}): void {
  ({ catalogue, locale } = chosen);
  plurals = undefined;
  formats.clear();
}

/** For dates and numbers; undefined is the system's own. */
export function currentLocale(): string | undefined {
  return locale;
}

/** `t('Edit {name}', { name })`. Numbers are written as the reader's language does. */
export function t(text: string, values?: Values): string {
  const found = catalogue[text];
  return fill(typeof found === 'string' ? found : text, values);
}

/** A text that depends on how many: `tn(count, '{n} request', '{n} requests')`. */
export function tn(n: number, one: string, other: string, values?: Values): string {
  const found = catalogue[other];
  const all = { ...values, n };
  if (found === undefined) return fill(n === 1 ? one : other, all);
  if (typeof found === 'string') return fill(found, all);
  plurals ??= new Intl.PluralRules(locale);
  return fill(found[plurals.select(n)] ?? found.other ?? other, all);
}

function fill(text: string, values: Values | undefined): string {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? formatted(value) : (value ?? whole);
  });
}

function formatted(value: number): string {
  return locale === undefined ? String(value) : numberText(value);
}

/** As the reader's language writes it; without a language as English does. */
export function numberText(value: number, options: Intl.NumberFormatOptions = {}): string {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale ?? 'en', options);
  formats.set(key, format);
  return format.format(value);
}
