/**
 * Matches command patterns against a command line. Granting is narrow: every command of the line must be
 * covered, word by word. Refusing is wide: one possible match is enough.
 */
import type { CommandPattern } from './command-pattern.ts';
import { HARMLESS_OPTIONS } from './shell/harmless-options.ts';
import { hidesCommands, programName, runsOthers } from './shell/hidden-commands.ts';
import type { Line, MayBeCommand } from './shell/line.ts';
import type { SimpleCommand } from './shell/parse-command-line.ts';
import { wildcardMatches } from './wildcard.ts';

/**
 * This many words of a command are compared with a pattern that refuses; the options in the pattern may be
 * among the rest.
 */
const MAX_WORDS = 1000;
/** Options that nearly every program has under both names. */
const LONG_NAMES: ReadonlyMap<string, string> = new Map([
  ['--force', 'f'],
  ['--recursive', 'rR'],
]);

/** Undefined if the patterns cover everything that the line would run; otherwise the reason. */
export function whyNotCovered(patterns: readonly CommandPattern[], { parsed }: Line): string | undefined {
  if (!parsed.understood) return `the command cannot be analyzed: it has ${parsed.why}`;
  for (const command of parsed.commands) {
    const why = whyNotPlain(command) ?? whyNotMatched(patterns, command);
    if (why) return why;
  }
  return undefined;
}

export function refusesLine(patterns: readonly CommandPattern[], line: Line): boolean {
  return patterns.some(({ words: [program, ...rest] }) => {
    if (!program) return true;
    const texts = rest.map(({ text }) => text);
    return line.mayRun(program.text).some((command) => mayMean(texts, command));
  });
}

function whyNotPlain(command: SimpleCommand): string | undefined {
  const [file] = command.files;
  if (file !== undefined) return `the redirection to or from ${JSON.stringify(file)} is not covered`;
  const isGit = programName(command.words[0].text) === 'git';
  const pattern = command.words.find(
    ({ isPattern, isPatternToSome, text }) => isPattern || (isPatternToSome && !(isGit && isRevision(text))),
  );
  if (pattern) return `the shell expands ${JSON.stringify(pattern.text)} to file names`;
  return runsOthers(command);
}

/**
 * `HEAD^`, `main~2`, `HEAD~3..main`: some zsh expand these to file names with the same prefix, and git
 * changes none of them. `a^b` is not a revision, but a pattern.
 */
function isRevision(text: string): boolean {
  const startsPlainly = /^\w[^/]*(?:\/\w[^/]*)*$/.test(text);
  return startsPlainly && /^(?:[\w.@/:-]|\{\w*\}|[~^](?=[~^\d:{]|\.\.|$))*$/.test(text);
}

function whyNotMatched(patterns: readonly CommandPattern[], command: SimpleCommand): string | undefined {
  const matching = patterns.filter((pattern) => matches(pattern, command));
  if (matching.length === 0) return `"${command.words[0].text}" with these arguments is not covered`;
  const reasons = matching.map(({ words }) => hidesCommands(command, words.length));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

function matches({ assignments, words, isOpen }: CommandPattern, command: SimpleCommand): boolean {
  return (
    assignments.length === command.assignments.length &&
    assignments.every((assignment, at) => assignment === command.assignments[at]) &&
    (isOpen ? words.length <= command.words.length : words.length === command.words.length) &&
    words.every(
      ({ text, expands }, at) => text === command.words[at]?.text && expands === command.words[at]?.expands,
    )
  );
}

/** A command is refused despite further words, options between the words of a pattern, and another order. */
function mayMean(texts: readonly string[], { words, from }: MayBeCommand): boolean {
  const own = words.slice(from + 1, from + 1 + MAX_WORDS);
  const isCut = words.length > from + 1 + MAX_WORDS;
  const hasBundles = HARMLESS_OPTIONS.get(programName(words[from] ?? ''))?.words === undefined;
  return (
    hasInOrder(
      texts.filter((text) => !isOption(text)),
      own,
    ) && texts.every((text) => !isOption(text) || isCut || hasOption(own, text, hasBundles))
  );
}

function hasInOrder(texts: readonly string[], words: readonly string[]): boolean {
  let at = 0;
  for (const text of texts) {
    const reach = isOption(words[at] ?? '') ? MAX_WORDS : 1;
    const found = words.slice(at, at + reach).findIndex((word) => couldBe(word, text));
    if (found < 0) return false;
    at += found + 1;
  }
  return true;
}

/** Anywhere, bundled or alone, abbreviated or not: `-rf` is also `-f -R` and `--rec --force`. */
function hasOption(words: readonly string[], option: string, hasBundles: boolean): boolean {
  const options = words.filter(isOption);
  if (options.some((word) => couldBe(word, option) || /[*?[]/.test(word))) return true;
  const [name = ''] = option.split('=', 1);
  if (name.startsWith('--'))
    return options.some((word) => isShortFor(word, name)) || hasLetter(options, LONG_NAMES.get(name));
  return hasBundles && [...option.slice(1)].every((letter) => hasLetter(options, lettersLike(letter)));
}

function hasLetter(options: readonly string[], letters: string | undefined): boolean {
  return options.some((word) =>
    word.startsWith('--')
      ? [...LONG_NAMES].some(([name, known]) => known === letters && isShortFor(word, name))
      : [...(letters ?? '')].some((letter) => word.includes(letter)),
  );
}

function lettersLike(letter: string): string {
  return [...LONG_NAMES.values()].find((letters) => letters.includes(letter)) ?? letter;
}

function isShortFor(word: string, name: string): boolean {
  const [given = ''] = word.split('=', 1);
  return given.length > 2 && name.startsWith(given);
}

function isOption(text: string): boolean {
  return text.length > 1 && text.startsWith('-');
}

function couldBe(word: string, text: string): boolean {
  return word === text || (/[*?]/.test(word) && wildcardMatches(word, text));
}
