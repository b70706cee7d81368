/** Parses a search query into an expression of the full-text index and words to mark. Pure. */
import { isOption, optionWord, pairs, splitUnspaced } from './word-forms.ts';

const COLUMNS = '{text parts files}';
/** `"a phrase"`, `"a phra*"`, or a word. An unclosed quote contains the rest. */
const PIECES = /"([^"]*)"?|(\S+)/g;
/** Shorter prefixes match nearly everything. */
const MIN_PREFIX = 3;

export interface ReadSearch {
  /** Undefined if there is no word to search for. */
  readonly match: string | undefined;
  /** What to mark: words or phrases, as typed. */
  readonly terms: readonly SearchTerm[];
}

export interface SearchTerm {
  readonly text: string;
  /** Also matches words that start with its last word. */
  readonly isPrefix: boolean;
}

/** The words with a prefix. Undefined if the index is to find all of them itself. */
export type ExpandBeginning = (beginning: string) => readonly string[] | undefined;

export function readSearch(q: string, expand: ExpandBeginning = () => undefined): ReadSearch {
  const terms = [...readTerms(q)];
  const parts = terms.flatMap((term) => toExpressions(term, expand));
  return { match: parts.length > 0 ? parts.join(' AND ') : undefined, terms };
}

/** An expression that matches rows with this path among their files. */
export function matchFile(path: string): string | undefined {
  return hasWords(path) ? `files : ${quote(path)} *` : undefined;
}

function* readTerms(q: string): Generator<SearchTerm> {
  const pieces = [...q.matchAll(PIECES)];
  for (const [index, [, phrase, word = '']] of pieces.entries()) {
    const typed = phrase ?? word;
    const text = typed.replace(/\*+$/, '');
    if (!hasWords(text)) continue;
    // While the person types, the last word is incomplete.
    const isLast = index === pieces.length - 1 && phrase === undefined && !/\s$/.test(q);
    yield { text, isPrefix: typed.endsWith('*') || (isLast && lastWordOf(text).length >= MIN_PREFIX) };
  }
}

function toExpressions({ text, isPrefix }: SearchTerm, expand: ExpandBeginning): string[] {
  const star = isPrefix ? ' *' : '';
  if (isOption(text)) return [`parts : ${quote(optionWord(text))}${star}`];
  const runs = splitUnspaced(text).filter((run) => hasWords(run.text));
  return runs.map((run, index) => {
    if (run.isUnspaced) return matchUnspaced(run.text);
    const isOpen = isPrefix && index === runs.length - 1;
    return `${COLUMNS} : ${isOpen ? matchBeginning(run.text, expand) : quote(run.text)}`;
  });
}

function matchBeginning(text: string, expand: ExpandBeginning): string {
  const beginning = lastWordOf(text);
  // The index handles other letters itself.
  const words =
    /^[A-Za-z0-9]+$/.test(beginning) && text.endsWith(beginning) && expand(beginning.toLowerCase());
  if (!words) return `${quote(text)} *`;
  const before = text.slice(0, text.length - beginning.length);
  return `(${words.map((word) => quote(before + word)).join(' OR ')})`;
}

/** One character is the start of a pair; several are consecutive pairs. */
function matchUnspaced(run: string): string {
  const words = pairs(run).split(' ');
  if (words.length === 1) return `parts : ${quote(run)} *`;
  return `parts : ${quote(words.slice(0, -1).join(' '))}`;
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function lastWordOf(text: string): string {
  return /[\p{L}\p{N}]+$/u.exec(text)?.[0] ?? '';
}

function quote(text: string): string {
  return `"${text.replaceAll('"', ' ')}"`;
}
