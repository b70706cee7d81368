/** Finds options of a program that are not known to be harmless. Anything uncertain counts as unknown. */
import type { HarmlessOptions, ProgramOptions } from './program-options.ts';

/** Checks the words of the program from this index on; undefined if all of them are harmless. */
export function findUnknownOption(
  { subcommands, ...options }: ProgramOptions,
  texts: readonly string[],
  from: number,
): string | undefined {
  if (!subcommands) return findIn(options, texts, from);
  const at = texts.findIndex((text) => !text.startsWith('-'));
  const before = at < 0 ? texts : texts.slice(0, at);
  const own = Object.hasOwn(subcommands, texts[at] ?? '') ? subcommands[texts[at] ?? ''] : undefined;
  const inFront = findIn(options, before, from);
  if (inFront !== undefined || at < 0) return inFront;
  return own ? findIn(own, texts.slice(at + 1), from - at - 1) : texts[at];
}

function findIn(options: HarmlessOptions, texts: readonly string[], from: number): string | undefined {
  const end = options.isFreeAfterDashes ? texts.indexOf('--') : -1;
  return texts
    .slice(0, end < 0 ? undefined : end)
    .find((text, at) => at >= from && !isHarmless(options, text, at === 0));
}

function isHarmless(options: HarmlessOptions, text: string, isFirst: boolean): boolean {
  const { isFirstBundled, isColonRemote, hasPlus } = options;
  if (isColonRemote && text.includes(':')) return false;
  if (hasPlus && text.startsWith('+')) return false;
  if (text.startsWith('--')) return text === '--' || hasName(options, text.slice(2));
  if (text.startsWith('-'))
    return text === '-' || isKnownWord(options, text) || isBundle(options, text.slice(1));
  return !(isFirst && isFirstBundled) || hasLetters(options, text);
}

function hasName({ names, words }: HarmlessOptions, option: string): boolean {
  const [name = ''] = option.split('=', 1);
  return listOf(names).has(name) || listOf(words).has(name);
}

/** `-name`, `-run=x`; numbers too for such programs, as in `-mtime -7`. */
function isKnownWord({ words }: HarmlessOptions, text: string): boolean {
  if (words === undefined) return false;
  return listOf(words).has(text.slice(1).split('=', 1)[0] ?? '') || /^-\d+[a-zA-Z]?$/.test(text);
}

/** `-la`, `-n5`: after a letter with a value, the rest of the word is that value. */
function isBundle({ letters = '' }: HarmlessOptions, bundle: string): boolean {
  for (const letter of bundle) {
    const at = letter === ':' ? -1 : letters.indexOf(letter);
    if (at < 0) return false;
    if (letters[at + 1] === ':') return true;
  }
  return true;
}

/** Without a dash, values are separate words. */
function hasLetters({ letters = '' }: HarmlessOptions, bundle: string): boolean {
  return [...bundle].every((letter) => letter !== ':' && letters.includes(letter));
}

const known = new Map<string, ReadonlySet<string>>();

function listOf(words = ''): ReadonlySet<string> {
  const list = known.get(words) ?? new Set(words.split(/\s+/).filter(Boolean));
  known.set(words, list);
  return list;
}
