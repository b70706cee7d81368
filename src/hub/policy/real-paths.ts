/** Where paths really lead, links followed, also for files that do not exist yet. */
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** A name that is too long is no link either. */
const NO_SUCH_FILE: ReadonlySet<string> = new Set(['ENOENT', 'ENAMETOOLONG']);

/** Absolute paths to where they lead; what cannot be followed is left out. */
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
      // A `..` behind something that does not exist leads nowhere that could be known.
      if (missing.includes('..')) return undefined;
      return [realpathSync.native(existing).replace(/\/$/, ''), ...missing].join('/') || '/';
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!NO_SUCH_FILE.has(code) || existing === dirname(existing)) return undefined;
      // A link to nowhere: writing through it would make a file in a place that is not known.
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
