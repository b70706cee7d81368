/** The environment that a `claude` has in a person's own terminal, for one that the hub starts. */
import { delimiter } from 'node:path';
import { readLoginVariables } from '../lib/login-shell.ts';
import { platform } from '../lib/platform.ts';
import { claudeEnvironment } from './claude-environment.ts';

/** A profile changes rarely, and running a shell takes a moment. */
const CACHE_MS = 300_000;

export class RunEnvironment {
  readonly #hub: NodeJS.ProcessEnv;
  #login: Promise<ReadonlyMap<string, string>> | undefined;
  #readAt = 0;

  /** `hub` is the hub's own environment. */
  constructor(hub: NodeJS.ProcessEnv) {
    this.#hub = hub;
  }

  /** The hub's environment without the hub's own variables, with PATH and locale from the login shell. */
  async read(): Promise<Record<string, string>> {
    return combine(this.#hub, await this.#readShell());
  }

  #readShell(): Promise<ReadonlyMap<string, string>> {
    if (!this.#login || performance.now() - this.#readAt > CACHE_MS) {
      this.#readAt = performance.now();
      this.#login = readLoginVariables(claudeEnvironment(this.#hub));
    }
    return this.#login;
  }
}

export function combine(hub: NodeJS.ProcessEnv, login: ReadonlyMap<string, string>): Record<string, string> {
  const own = Object.entries(claudeEnvironment(hub)).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const locale = [...login].filter(([name]) => name === 'LANG' || name.startsWith('LC_'));
  const hasLocale = ['LC_ALL', 'LC_CTYPE', 'LANG'].some((name) => hub[name] || login.get(name));
  return {
    // Without a locale, programs print question marks for non-ASCII characters.
    ...(hasLocale ? {} : { LANG: platform.locale }),
    ...Object.fromEntries(locale),
    ...Object.fromEntries(own),
    PATH: joinPaths(login.get('PATH'), hub['PATH']),
  };
}

/** The shell's folders first, then those that only the hub has. */
function joinPaths(...paths: (string | undefined)[]): string {
  const folders = paths.flatMap((path) => (path ?? '').split(delimiter)).filter(Boolean);
  return [...new Set(folders)].join(delimiter);
}
