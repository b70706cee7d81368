/** Finds a file of the built package: next to the running bundle or, when running from source, in the build folder. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export function findBuiltFile(name: string, from = import.meta.dirname): string | undefined {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const found = [join(folder, name), join(folder, 'dist', name)].find(existsSync);
    if (found) return found;
  }
  return undefined;
}
