/**
 * Parses JSON from other programs. Deep nesting is rejected like a syntax error: such a value can be parsed, but neither
 * serialized nor traversed without running out of stack.
 */

/** Far more than any sensible value has, and far less than does harm. */
export const MAX_JSON_DEPTH = 500;

/** Throws SyntaxError. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`nested more than ${MAX_JSON_DEPTH} levels deep`);
  return JSON.parse(text);
}

export function isTooDeep(text: string): boolean {
  if (!hasManyBrackets(text)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === '[' || sign === '{') {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (sign === ']' || sign === '}') depth--;
  }
  return false;
}

/** Almost no text does, and searching is much faster than scanning. */
function hasManyBrackets(text: string): boolean {
  let count = 0;
  for (const bracket of ['[', '{'])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (++count > MAX_JSON_DEPTH) return true;
  return false;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
