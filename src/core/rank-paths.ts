/**
 * Paths that match the typed text, best first: by the start of the file name, then by the name, then by the
 * path. Pure.
 */

export function rankPaths(paths: readonly string[], typed: string, limit: number): string[] {
  const words = typed.toLowerCase();
  const scored: { path: string; score: number }[] = [];
  for (const path of paths) {
    const score = scoreOf(path.toLowerCase(), words);
    if (score !== undefined) scored.push({ path, score });
  }
  return scored
    .sort((a, b) => a.score - b.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, limit)
    .map(({ path }) => path);
}

/** Lower is better; undefined if it does not match. */
function scoreOf(path: string, words: string): number | undefined {
  if (words === '') return path.split('/').length;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith(words)) return 0;
  if (path.startsWith(words)) return 1;
  if (name.includes(words)) return 2;
  if (path.includes(words)) return 3;
  return hasInOrder(path, words) ? 4 : undefined;
}

/** Letters in order, possibly with others between them: `sdb` finds `src/db.ts`. */
function hasInOrder(path: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = path.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
