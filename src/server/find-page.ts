/** Finds the built page: beside the bundle we run from, or, when we run from source, in the built package. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Undefined when the page was never built; the API works without it. */
export function findPage(from = import.meta.dirname): string | undefined {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const found = [join(folder, 'web'), join(folder, 'dist', 'web')].find((candidate) =>
      existsSync(join(candidate, 'assets')),
    );
    if (found) return found;
  }
  return undefined;
}
