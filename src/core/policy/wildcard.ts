/** `*` for any characters and `?` for one, in bounded time for every pattern. */

export function wildcardMatches(pattern: string, text: string): boolean {
  let [at, star, resume] = [0, -1, 0];
  let place = 0;
  while (place < text.length) {
    if (pattern[at] === '*') {
      star = at++;
      resume = place;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[place])) {
      at++;
      place++;
    } else if (star >= 0) {
      // The last star takes one character more.
      at = star + 1;
      place = ++resume;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
