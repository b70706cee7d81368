/**
 * Splits a command line into words and operators, as far as bash, zsh and dash agree on it. Anything that a
 * shell would expand, run or read differently is not understood: the reader throws, and never guesses.
 */
import { findUnusualCharacter } from './plain-text.ts';

/** A word with its quotes removed. */
export interface Word {
  readonly text: string;
  /** The shell still expands it: to file names, or a home folder. */
  readonly expands: boolean;
  /** It may expand to file names, including ones that look like options. */
  readonly isPattern: boolean;
  /** The same for zsh with extended globbing, where `a^b`, `a#` and `a~b` also stand for file names. */
  readonly isPatternToSome: boolean;
  /** The number of characters before the first quote. */
  readonly unquoted: number;
}

export type Token =
  | { readonly type: 'word'; readonly word: Word }
  | { readonly type: 'operator'; readonly sign: string }
  | { readonly type: 'redirection'; readonly sign: string };

export class NotUnderstood extends Error {}

const MAX_LENGTH = 10_000;
const BLANKS = /[ \t]*/y;
const OPERATOR = /&&|\|\||[;|&\n]/y;
const REDIRECTION = /\d?(?:>>|>\||>&|<&|<<|<>|>|<)/y;
const ENDS_WORD = /[ \t\n;|&<>]/;
/** Characters that need no further check; some shells treat non-ASCII ones as spaces in some locales. */
const PLAIN = /[\w%+,./:@\]!}-]/;

export function readTokens(line: string): Token[] {
  if (line.length > MAX_LENGTH) throw new NotUnderstood('a very long command');
  const strange = findUnusualCharacter(line);
  if (strange) throw new NotUnderstood(`the character ${strange}`);
  if (/[;|&<>]\\\n|\\\n[;|&<>]/.test(line)) throw new NotUnderstood('an operator split over two lines');
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(line)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  while (true) {
    match(BLANKS);
    if (at >= line.length) return tokens;
    if (line.startsWith('\\\n', at)) {
      at += 2;
      continue;
    }
    if (line.startsWith('&>', at)) throw new NotUnderstood('"&>", which shells read differently');
    const redirection = match(REDIRECTION);
    const operator = redirection ? undefined : match(OPERATOR);
    if (redirection) tokens.push({ type: 'redirection', sign: redirection });
    else if (operator) tokens.push({ type: 'operator', sign: operator });
    else {
      const { word, end } = readWord(line, at);
      tokens.push({ type: 'word', word });
      at = end;
    }
  }
}

function readWord(line: string, start: number): { word: Word; end: number } {
  let at = start;
  let text = '';
  let expands = false;
  let isPattern = false;
  let isPatternToSome = false;
  let braces = false;
  let depth = 0;
  let unquoted: number | undefined;

  while (at < line.length) {
    const sign = line[at] as string;
    if (ENDS_WORD.test(sign)) break;
    if (sign === "'" || sign === '"') {
      unquoted ??= text.length;
      const quoted = sign === "'" ? readSingleQuoted(line, at) : readDoubleQuoted(line, at);
      text += quoted.text;
      at = quoted.end;
    } else if (sign === '\\') {
      unquoted ??= text.length;
      const next = line[at + 1] ?? refuse('a backslash at the end');
      if (next > '~') refuse('a non-ASCII character outside of quotes');
      if (next !== '\n') text += next;
      at += 2;
    } else {
      checkBare(sign, at === start, line[at + 1]);
      if (braces && (sign === ',' || text.endsWith('.'))) refuse('braces that expand');
      if ('*?[~^#'.includes(sign)) expands = true;
      if ('*?['.includes(sign)) isPattern = true;
      if ('^#'.includes(sign) || (sign === '~' && at > start)) isPatternToSome = true;
      if (sign === '{') {
        braces = true;
        depth++;
      }
      // zsh ends the word before it, and reads the rest differently.
      if (sign === '}' && depth-- === 0) refuse('an unmatched "}"');
      text += sign;
      at++;
    }
  }
  const bare = unquoted === undefined;
  if (/[<>]/.test(line[at] ?? '') && (braces || /^\d+$/.test(text)))
    refuse('a redirection of a file descriptor');
  if (bare && /^(?:[{}!]|\[\[|\]\])$/.test(text)) refuse(`"${text}"`);
  return { word: { text, expands, isPattern, isPatternToSome, unquoted: unquoted ?? text.length }, end: at };
}

/** A character outside of quotes. */
function checkBare(sign: string, isFirst: boolean, next: string | undefined): void {
  if (sign === '$') refuse('a variable or a substitution');
  if (sign === '`') refuse('a command substitution');
  if (sign === '(' || sign === ')') refuse('a parenthesis');
  if (sign === '#' && isFirst) refuse('a comment');
  if (sign === '=' && isFirst) refuse('a word that starts with "="');
  if (sign === '~' && isFirst && next !== undefined && !/[/ \t\n;|&<>]/.test(next))
    refuse('a home folder of another user');
  if (!PLAIN.test(sign) && !'*?[~^#={'.includes(sign)) {
    refuse(sign > '~' ? 'a non-ASCII character outside of quotes' : `the character "${sign}"`);
  }
}

function readSingleQuoted(line: string, start: number): { text: string; end: number } {
  const end = line.indexOf("'", start + 1);
  if (end < 0) refuse('an unclosed quote');
  return { text: line.slice(start + 1, end), end: end + 1 };
}

function readDoubleQuoted(line: string, start: number): { text: string; end: number } {
  let text = '';
  for (let at = start + 1; at < line.length; at++) {
    const sign = line[at] as string;
    if (sign === '"') return { text, end: at + 1 };
    if (sign === '$') refuse('a variable or a substitution');
    if (sign === '`') refuse('a command substitution');
    const escaped = sign === '\\' ? line[at + 1] : undefined;
    if (escaped !== undefined && '$`"\\\n'.includes(escaped)) {
      if (escaped !== '\n') text += escaped;
      at++;
    } else text += sign;
  }
  return refuse('an unclosed quote');
}

function refuse(what: string): never {
  throw new NotUnderstood(what);
}
