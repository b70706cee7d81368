/** The word being typed, if it can be completed: a slash command at the start, or a file after `@`. Pure. */

export interface TypedWord {
  readonly kind: 'command' | 'file';
  /** Where it starts, including its prefix character. */
  readonly start: number;
  /** Without the prefix character. */
  readonly typed: string;
}

export function typedWord(text: string, caret: number): TypedWord | undefined {
  const before = text.slice(0, caret);
  const [, command] = /^\/(\S*)$/.exec(before) ?? [];
  if (command !== undefined) return { kind: 'command', start: 0, typed: command };
  const [, file] = /(?:^|\s)@(\S*)$/.exec(before) ?? [];
  return file === undefined ? undefined : { kind: 'file', start: caret - file.length - 1, typed: file };
}

/** The text with the completed word, and the new caret position. */
export function completeWord(
  text: string,
  caret: number,
  { kind, start }: TypedWord,
  chosen: string,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(caret);
  const word = `${kind === 'command' ? '/' : '@'}${chosen}${/^\s/.test(rest) ? '' : ' '}`;
  return { text: `${text.slice(0, start)}${word}${rest}`, caret: start + word.length };
}
