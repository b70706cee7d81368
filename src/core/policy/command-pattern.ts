/** `git log *`: a command as a rule writes it, word by word, where a last `*` stands for any further words. */
import { PatternError } from './pattern-error.ts';
import { parseCommandLine, type SimpleCommand } from './shell/parse-command-line.ts';
import type { Word } from './shell/read-tokens.ts';

export interface CommandPattern {
  /** `NAME=value` before the program, as they must stand there. */
  readonly assignments: readonly string[];
  /** Empty for `*` alone. */
  readonly words: readonly Word[];
  /** Any further words may follow. */
  readonly isOpen: boolean;
}

/** `*` alone: any one command. */
export const ANY_COMMAND: CommandPattern = { assignments: [], words: [], isOpen: true };

/** Throws PatternError with what is wrong. */
export function parseCommandPattern(text: string): CommandPattern {
  const trimmed = text.trim();
  const isOpen = /(?:^|[ \t])\*$/.test(trimmed);
  const fixed = isOpen ? trimmed.slice(0, -1).trimEnd() : trimmed;
  if (isOpen && fixed === '') return ANY_COMMAND;
  const { assignments, words } = readFixed(fixed);
  if (words.some(({ text, expands }) => expands && /[*?[#]/.test(text)))
    throw new PatternError(
      '"*" may only stand alone and at the end; put it into quotes to mean the sign itself',
    );
  return { assignments, words, isOpen };
}

function readFixed(text: string): SimpleCommand {
  const line = parseCommandLine(text);
  if (!line.understood) throw new PatternError(`not a command that can be matched: it has ${line.why}`);
  const [command, another] = line.commands;
  if (!command || another) throw new PatternError('must be one command; write several as a list');
  if (command.files.length > 0) throw new PatternError('redirections cannot be matched');
  return command;
}
