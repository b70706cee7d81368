/** What somebody is typing right now that could be completed: a slash command at the beginning, or a file after `@`. Pure. */

export interface TypedWord {
  readonly kind: 'command' | 'file';
  /** Where it begins, sign included. */
  readonly start: number;
  /** Without the sign. */
  readonly typed: string;
}

export function typedWord(text: string, caret: number): TypedWord | undefined {
  const before = text.slice(0, caret);
  const [, command] = /^\/(\S*)$/.exec(before) ?? [];
  if (command !== undefined) return { kind: 'command', start: 0, typed: command };
  const [, file] = /(?:^|\s)@(\S*)$/.exec(before) ?? [];
  return file === undefined ? undefined : { kind: 'file', start: caret - file.length - 1, typed: file };
}

/** The text with the word completed, and where the caret goes. */
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
