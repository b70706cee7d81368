/** `git log *`: a command pattern, matched word by word. A final `*` stands for any further words. */
import { PatternError } from './pattern-error.ts';
import { parseCommandLine, type SimpleCommand } from './shell/parse-command-line.ts';
import type { Word } from './shell/read-tokens.ts';

export interface CommandPattern {
  /** `NAME=value` before the program, in this order. */
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
    throw new PatternError('"*" is only allowed as the last word; quote it to match the character itself');
  return { assignments, words, isOpen };
}

function readFixed(text: string): SimpleCommand {
  const line = parseCommandLine(text);
  if (!line.understood) throw new PatternError(`this command cannot be matched: it has ${line.why}`);
  const [command, another] = line.commands;
  if (!command || another) throw new PatternError('must be one command; use a list for several');
  if (command.files.length > 0) throw new PatternError('redirections cannot be matched');
  return command;
}
