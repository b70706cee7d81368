/** A word that a POSIX shell reads as it is, whatever it holds. Plain words stay plain. */
export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The word that `quoteForShell` had quoted. */
export function unquoteFromShell(quoted: string): string {
  return quoted.startsWith("'") ? quoted.slice(1, -1).replaceAll("'\\''", "'") : quoted;
}
