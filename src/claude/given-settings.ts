/**
 * A person's own `--settings` among flags for `claude`. Claude Code uses only the last of two such flags (2.1.325), so
 * theirs and the hub's are merged.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface SplitFlags {
  readonly rest: string[];
  /** The value of the last `--settings`: a path, or the JSON itself. */
  readonly given: string | undefined;
}

export function splitSettings(args: readonly string[]): SplitFlags {
  const rest: string[] = [];
  let given: string | undefined;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg.startsWith('--settings=')) given = arg.slice('--settings='.length);
    else if (arg === '--settings') {
      at += 1;
      given = args[at];
    } else rest.push(arg);
  }
  return { rest, given };
}

/** Throws if it cannot be read, as Claude Code itself would. */
export function readGivenSettings(given: string, cwd: string): Record<string, unknown> {
  const text = given.trimStart().startsWith('{') ? given : readFileSync(resolve(cwd, given), 'utf8');
  const settings: unknown = JSON.parse(text);
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
    throw new Error('it is not a JSON object');
  }
  return settings as Record<string, unknown>;
}

/** Their settings, with our hooks added to theirs. */
export function addHooks(
  settings: Readonly<Record<string, unknown>>,
  hooks: Readonly<Record<string, readonly unknown[]>>,
): Record<string, unknown> {
  const own = (settings['hooks'] ?? {}) as Readonly<Record<string, unknown>>;
  const both = Object.entries(hooks).map(([event, groups]) => {
    const theirs = own[event];
    return [event, [...(Array.isArray(theirs) ? theirs : []), ...groups]];
  });
  return { ...settings, hooks: { ...own, ...Object.fromEntries(both) } };
}
