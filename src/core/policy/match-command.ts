/**
 * Command patterns against a command line. Granting is narrow: every command of the line must be covered, word by
 * word. Refusing is wide: one command that might be meant is enough.
 */
import type { CommandPattern } from './command-pattern.ts';
import { hidesCommands, runsOthers } from './shell/hidden-commands.ts';
import type { Line, MayBeCommand } from './shell/line.ts';
import type { SimpleCommand } from './shell/parse-command-line.ts';
import { wildcardMatches } from './wildcard.ts';

/** How many words, beginning with an option, may stand between two words of a pattern that refuses. */
const MAX_OPTIONS = 100;

/** Undefined when the patterns cover all that the line would run; otherwise why they do not. */
export function whyNotCovered(patterns: readonly CommandPattern[], { parsed }: Line): string | undefined {
  if (!parsed.understood) return `the command is not understood: it has ${parsed.why}`;
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
  const pattern = command.words.find(({ isPattern }) => isPattern);
  if (pattern) return `the shell puts names of files in the place of ${JSON.stringify(pattern.text)}`;
  return runsOthers(command);
}

function whyNotMatched(patterns: readonly CommandPattern[], command: SimpleCommand): string | undefined {
  const matching = patterns.filter((pattern) => matches(pattern, command));
  if (matching.length === 0) return `"${command.words[0].text}" with these words is not covered`;
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

/** Further words never save a command from being refused, nor do options between the words of a pattern. */
function mayMean(texts: readonly string[], { words, from }: MayBeCommand): boolean {
  let at = from + 1;
  for (const text of texts) {
    const reach = words[at]?.startsWith('-') ? MAX_OPTIONS : 1;
    const found = words.slice(at, at + reach).findIndex((word) => couldBe(word, text));
    if (found < 0) return false;
    at += found + 1;
  }
  return true;
}

function couldBe(word: string, text: string): boolean {
  return word === text || (/[*?]/.test(word) && wildcardMatches(word, text));
}
