/** Finds a file of the built package: beside the bundle we run from, or, when we run from source, in the folder it was built to. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export function findBuiltFile(name: string, from = import.meta.dirname): string | undefined {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const found = [join(folder, name), join(folder, 'dist', name)].find(existsSync);
    if (found) return found;
  }
  return undefined;
}
