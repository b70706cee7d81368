/**
 * Parses a command line into the simple commands it would run. Strict: if any part is not understood, none of
 * it is.
 */
import { NotUnderstood, readTokens, type Token, type Word } from './read-tokens.ts';

/** One program with its arguments. */
export interface SimpleCommand {
  /** `NAME=value` before the program. */
  readonly assignments: readonly string[];
  /** The program and its arguments; never empty. */
  readonly words: readonly [Word, ...Word[]];
  /** Files that are written or read by redirection, except `/dev/null`. */
  readonly files: readonly string[];
  /** It reads the output of the command before it. */
  readonly isFed: boolean;
}

export type CommandLine =
  | { readonly understood: true; readonly commands: readonly SimpleCommand[] }
  | { readonly understood: false; readonly why: string };

const RESERVED: ReadonlySet<string> = new Set(
  (
    'if then else elif fi do done case esac while until for in function select time coproc ' +
    'repeat foreach end nocorrect noglob always'
  ).split(' '),
);
/** A program name that no shell interprets differently. */
const PROGRAM = /^[A-Za-z0-9_./][\w./+@:-]*$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

export function parseCommandLine(line: string): CommandLine {
  try {
    return { understood: true, commands: readCommands(readTokens(line)) };
  } catch (error) {
    if (error instanceof NotUnderstood) return { understood: false, why: error.message };
    throw error;
  }
}

function readCommands(tokens: readonly Token[]): SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let current: Token[] = [];
  let before = '\n';
  const finish = (sign: string) => {
    if (current.length > 0) commands.push(readSimpleCommand(current, before === '|'));
    else if (sign !== '\n' && sign !== '') throw new NotUnderstood('an empty command');
    else if (sign === '' && /^(?:&&|\|\|?)$/.test(before)) throw new NotUnderstood('an unfinished command');
    // Blank lines do not end a command after an operator.
    if (current.length > 0 || sign !== '\n') before = sign;
    current = [];
  };
  for (const token of tokens) {
    if (token.type === 'operator') finish(token.sign);
    else current.push(token);
  }
  finish('');
  if (commands.length === 0) throw new NotUnderstood('an empty command');
  return commands;
}

function readSimpleCommand(tokens: readonly Token[], isFed: boolean): SimpleCommand {
  const assignments: string[] = [];
  const words: Word[] = [];
  const files: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (token.type === 'redirection') files.push(...readTarget(token.sign, tokens[++at]));
    else if (token.type === 'word') {
      if (words.length === 0 && isAssignment(token.word)) assignments.push(token.word.text);
      else words.push(token.word);
    }
  }
  const [program, ...rest] = words;
  if (!program) throw new NotUnderstood('a command without a program');
  checkProgram(program);
  return { assignments, words: [program, ...rest], files, isFed };
}

function isAssignment({ text, unquoted }: Word): boolean {
  const name = ASSIGNMENT.exec(text)?.[0];
  return name !== undefined && name.length <= unquoted;
}

function checkProgram({ text, expands }: Word): void {
  if (expands || !PROGRAM.test(text)) throw new NotUnderstood('a program name that the shell expands');
  if (RESERVED.has(text)) throw new NotUnderstood(`"${text}"`);
}

function readTarget(sign: string, token: Token | undefined): string[] {
  if (token?.type !== 'word') throw new NotUnderstood('a redirection without a target');
  const { text, expands } = token.word;
  const kind = sign.replace(/^\d/, '');
  if (kind === '<<' || kind === '<>') throw new NotUnderstood(kind === '<<' ? 'a here-document' : '"<>"');
  if (kind === '>&' || kind === '<&') {
    if (/^(?:\d|-)$/.test(text)) return [];
    throw new NotUnderstood(`"${kind}" with a file`);
  }
  if (expands) throw new NotUnderstood('a redirection to a file name that the shell expands');
  return text === '/dev/null' ? [] : [text];
}
