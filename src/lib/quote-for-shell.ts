/** A word that POSIX shells and zsh read as it is, whatever it holds. Plain words stay plain. */
export function quoteForShell(word: string): string {
  // zsh replaces an unquoted `=ls` by the path of ls.
  return /^(?!=)[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The word that `quoteForShell` had quoted. */
export function unquoteFromShell(quoted: string): string {
  return quoted.startsWith("'") ? quoted.slice(1, -1).replaceAll("'\\''", "'") : quoted;
}
