/**
 * What the index's own tokeniser does not see in a text: the parts of `fooBar`, options such as `--dry-run`, and, where words
 * are written without spaces, pairs of characters. Used for texts and for what is searched in them, so that both agree.
 */

/** Stand in words for the dashes of an option: characters of the private use area count as letters. */
const OPTION = '\uE000';
const DASH = '\uE001';

/** Chinese, Japanese and Korean: characters that are not parted by spaces. */
const UNSPACED = '\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff';
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`);
const UNSPACED_RUNS = new RegExp(`[${UNSPACED}]+`, 'g');
/** Where a word goes on with a capital. */
const CAMEL_STEP = /[a-z0-9][A-Z]/g;
const CAMEL_PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
const OPTIONS = /(?<![\w-])--[A-Za-z][\w-]*/g;

/** Words kept with their parts: the same ones come again and again. */
const KEPT_WORDS = 50_000;
/** Longer ones are no names but data. */
const MAX_WORD = 64;
const partsOf = new Map<string, readonly string[]>();

/** Everything to be found of a text that is not one of its plain words, as words. */
export function wordForms(text: string): string {
  const forms = new Set<string>();
  for (const word of camelWords(text)) for (const part of camelParts(word)) forms.add(part);
  if (text.includes('--')) for (const option of text.match(OPTIONS) ?? []) forms.add(optionWord(option));
  if (HAS_UNSPACED.test(text)) for (const run of text.match(UNSPACED_RUNS) ?? []) forms.add(pairs(run));
  return [...forms].join(' ');
}

/** Words with capitals in them. By hand: an expression for whole words looks at every letter of a long line again and again. */
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

/** Of ASCII, as in names of programs. False behind the end of a text. */
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

/** `--dry-run` as one word that nothing else is. */
export function optionWord(option: string): string {
  return OPTION + option.slice(2).replaceAll('-', DASH).replaceAll('_', DASH);
}

/** Every two characters that stand together, and the last one, so that no pair of another run follows. */
export function pairs(run: string): string {
  const characters = [...run];
  return characters.map((character, index) => character + (characters[index + 1] ?? '')).join(' ');
}

/** Whether there are characters in it that are written without spaces around words. */
export function isUnspaced(text: string): boolean {
  return HAS_UNSPACED.test(text);
}

/** A word as runs of characters that are written with spaces around them, and of those that are not. */
export function splitUnspaced(word: string): { text: string; isUnspaced: boolean }[] {
  const runs = word.match(new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'g')) ?? [];
  return runs.map((text) => ({ text, isUnspaced: HAS_UNSPACED.test(text) }));
}
