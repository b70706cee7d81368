/** Quotes words so that tmux reads them literally: one command, one line. */

/** Octal for characters that could end the line or the word; a backslash for what tmux would expand inside double quotes. */
export function quoteForTmux(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  const inner = word
    .replace(/["\\$~]/g, '\\$&')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must be escaped
    .replace(/[\x01-\x1f\x7f]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`)
    // tmux stores words as C strings, which cannot contain NUL.
    .replaceAll('\0', '');
  return `"${inner}"`;
}

/** For words that tmux reads as a format, such as a start folder: there, `#` starts an expansion. */
export function escapeFormat(text: string): string {
  return text.replaceAll('#', '##');
}

/** Commands as arguments of the `tmux` program, which treats a `;` at the end of a word as the end of a command. */
export function toArguments(commands: readonly (readonly string[])[]): string[] {
  return commands.flatMap((command, at) => [
    ...(at === 0 ? [] : [';']),
    ...command.map((word) => word.replace(/;$/, '\\;')),
  ]);
}

/** The text of a command. */
export function commandLine(words: readonly string[]): string {
  return words.map(quoteForTmux).join(' ');
}
