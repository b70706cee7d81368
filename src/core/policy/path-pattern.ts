/**
 * Patterns for files and folders: `*` and `?` within a name, `**` for any folders. Granting is exact, and a
 * wildcard does not match hidden names (`.git`, `.env`); refusing ignores case and matches them all.
 */
import { foldCase, isAbsolute, segmentsOf } from './paths.ts';
import { PatternError } from './pattern-error.ts';
import { wildcardMatches } from './wildcard.ts';

/** Relative patterns start at `base`, which contains no wildcards. */
export interface PathPlace {
  readonly base: string;
  readonly userHome: string;
}

export interface PathManner {
  /** Wide: ignores case. */
  readonly isWide: boolean;
  /** A wildcard also matches names that start with a dot. */
  readonly takesHidden: boolean;
}

/** Throws PatternError with what is wrong. */
export function checkPathPattern(pattern: string): void {
  const parts = pattern.split('/');
  if (pattern.endsWith('/')) throw new PatternError(`write "${pattern}**" to mean everything in that folder`);
  if (parts.some((part) => part.includes('**') && part !== '**'))
    throw new PatternError('"**" must be alone between slashes');
  if (parts.some((part, at) => part === '..' && at > 0 && parts[at - 1] !== '..'))
    throw new PatternError('".." is only allowed at the start');
  if (/^~[^/]/.test(pattern)) throw new PatternError('only "~/" is supported, not the home of another user');
}

/** `path` is absolute. */
export function pathMatches(pattern: string, path: string, place: PathPlace, manner: PathManner): boolean {
  const fold = manner.isWide ? foldCase : (text: string) => text;
  const { below, rest } = begin(pattern, place);
  const parts = segmentsOf(fold(path));
  return (
    below.every((part, at) => fold(part) === parts[at]) &&
    matchParts(rest.map(fold), parts.slice(below.length), manner)
  );
}

/** The folder a pattern starts in, and the parts of the pattern below it. */
function begin(pattern: string, { base, userHome }: PathPlace): { below: string[]; rest: string[] } {
  const rest = pattern.split('/').filter((part) => part !== '' && part !== '.');
  if (isAbsolute(pattern)) return { below: [], rest };
  if (rest[0] === '~') return { below: segmentsOf(userHome), rest: rest.slice(1) };
  const named = rest.findIndex((part) => part !== '..');
  const up = named < 0 ? rest.length : named;
  const from = segmentsOf(base);
  return { below: from.slice(0, Math.max(0, from.length - up)), rest: rest.slice(up) };
}

function matchParts(pattern: readonly string[], parts: readonly string[], manner: PathManner): boolean {
  // reached[n]: the pattern so far matches the first n parts.
  let reached = parts.map(() => false);
  reached.unshift(true);
  for (const one of pattern) {
    const next = reached.map(() => false);
    for (let at = 0; at <= parts.length; at++) {
      const part = parts[at - 1] ?? '';
      if (one === '**') next[at] = reached[at] || (at > 0 && Boolean(next[at - 1]) && mayStand(part, manner));
      else next[at] = at > 0 && Boolean(reached[at - 1]) && partMatches(one, part, manner);
    }
    reached = next;
  }
  return reached[parts.length] ?? false;
}

function mayStand(part: string, { takesHidden }: PathManner): boolean {
  return takesHidden || !part.startsWith('.');
}

function partMatches(pattern: string, part: string, manner: PathManner): boolean {
  const isHidden = part.startsWith('.') && !pattern.startsWith('.');
  return (!isHidden || manner.takesHidden) && wildcardMatches(pattern, part);
}
