/**
 * Forms that the index's own tokenizer does not see in a text: the parts of `fooBar`, options such as
 * `--dry-run`, and pairs of characters in scripts without spaces. Used for texts and for queries, so that
 * both agree.
 */

/** Represent the dashes of an option in words: characters of the private use area count as letters. */
const OPTION = '\uE000';
const DASH = '\uE001';

/** Chinese, Japanese and Korean: characters without spaces between words. */
const UNSPACED = '\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff';
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`);
const UNSPACED_RUNS = new RegExp(`[${UNSPACED}]+`, 'g');
/** Where a word continues with a capital. */
const CAMEL_STEP = /[a-z0-9][A-Z]/g;
const CAMEL_PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
const OPTIONS = /(?<![\w-])--[A-Za-z][\w-]*/g;

/** Cache of words with their parts: the same ones return often. */
const KEPT_WORDS = 50_000;
/** Longer ones are data, not names. */
const MAX_WORD = 64;
const partsOf = new Map<string, readonly string[]>();

/** All searchable forms of a text other than its plain words, as words. */
export function wordForms(text: string): string {
  const forms = new Set<string>();
  for (const word of camelWords(text)) for (const part of camelParts(word)) forms.add(part);
  if (text.includes('--')) for (const option of text.match(OPTIONS) ?? []) forms.add(optionWord(option));
  if (HAS_UNSPACED.test(text)) for (const run of text.match(UNSPACED_RUNS) ?? []) forms.add(pairs(run));
  return [...forms].join(' ');
}

/**
 * Words with capitals in them. Scanned by hand: a regular expression for whole words would check every letter
 * of a long line repeatedly.
 */
function camelWords(text: string): Set<string> {
  const words = new Set<string>();
  let end = 0;
  CAMEL_STEP.lastIndex = 0;
  while (CAMEL_STEP.test(text)) {
    const step = CAMEL_STEP.lastIndex;
    let begin = step - 2;
    while (begin > end && isWordCharacter(text.charCodeAt(begin - 1))) begin -= 1;
    end = step;
    while (isWordCharacter(text.charCodeAt(end))) end += 1;
    if (end - begin <= MAX_WORD) words.add(text.slice(begin, end));
    CAMEL_STEP.lastIndex = end;
  }
  return words;
}

/** For ASCII, as in names of programs. False after the end of a text. */
function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** `parseHTTPHeader` as `parse`, `http`, `header`. */
export function camelParts(word: string): readonly string[] {
  const known = partsOf.get(word);
  if (known !== undefined) return known;
  if (partsOf.size >= KEPT_WORDS) partsOf.clear();
  const parts = (word.match(CAMEL_PARTS) ?? []).map((part) => part.toLowerCase());
  partsOf.set(word, parts);
  return parts;
}

export function isOption(word: string): boolean {
  return /^--[A-Za-z]/.test(word);
}

/** `--dry-run` as one unique word. */
export function optionWord(option: string): string {
  return OPTION + option.slice(2).replaceAll('-', DASH).replaceAll('_', DASH);
}

/** Every two adjacent characters, and the last one, so that no pair of another run follows. */
export function pairs(run: string): string {
  const characters = [...run];
  return characters.map((character, index) => character + (characters[index + 1] ?? '')).join(' ');
}

/** Whether it contains characters that are written without spaces between words. */
export function isUnspaced(text: string): boolean {
  return HAS_UNSPACED.test(text);
}

/** Splits a word into runs of characters from scripts with and without spaces. */
export function splitUnspaced(word: string): { text: string; isUnspaced: boolean }[] {
  const runs = word.match(new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'g')) ?? [];
  return runs.map((text) => ({ text, isUnspaced: HAS_UNSPACED.test(text) }));
}
