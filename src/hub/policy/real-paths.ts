/** Resolves paths with links followed, even for files that do not exist yet. */
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** An overlong name is not a link either. */
const NO_SUCH_FILE: ReadonlySet<string> = new Set(['ENOENT', 'ENAMETOOLONG']);

/** Maps absolute paths to their targets; omits those that cannot be followed. */
export function followLinks(paths: Iterable<string>): Map<string, string> {
  const led = new Map<string, string>();
  for (const path of paths) {
    const real = realPath(path);
    if (real !== undefined) led.set(path, real);
  }
  return led;
}

function realPath(path: string): string | undefined {
  const missing: string[] = [];
  for (let existing = path; ; existing = dirname(existing)) {
    try {
      // The target of a `..` after something that does not exist is unknown.
      if (missing.includes('..')) return undefined;
      return [realpathSync.native(existing).replace(/\/$/, ''), ...missing].join('/') || '/';
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!NO_SUCH_FILE.has(code) || existing === dirname(existing)) return undefined;
      // A broken link: writing through it would create a file in an unknown place.
      if (isLink(existing)) return undefined;
      missing.unshift(basename(existing));
    }
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch (error) {
    return !NO_SUCH_FILE.has((error as NodeJS.ErrnoException).code ?? '');
  }
}
