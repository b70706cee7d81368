/** Quotes a word so that POSIX shells and zsh read it literally. Plain words stay unquoted. */
export function quoteForShell(word: string): string {
  // zsh replaces an unquoted `=ls` with the path of ls.
  return /^(?!=)[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Reverses `quoteForShell`. */
export function unquoteFromShell(quoted: string): string {
  return quoted.startsWith("'") ? quoted.slice(1, -1).replaceAll("'\\''", "'") : quoted;
}
