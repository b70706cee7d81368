/** Finds the runner's program: beside the bundle we run from, or, when we run from source, in the built package. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ReinsError } from '../../protocol/errors.ts';

/**
 * For size: no machine code is made, which a program this simple does not miss, the young generation is small, and what is
 * left over is collected when nothing goes on.
 */
const NODE_FLAGS = ['--jitless', '--max-semi-space-size=1', '--expose-gc'];

/** The command that starts a runner. Throws `driver_unavailable` when it is not there. */
export function findRunner(from = import.meta.dirname): readonly string[] {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const found = [join(folder, 'runner.js'), join(folder, 'dist', 'runner.js')].find(existsSync);
    if (found) return [process.execPath, ...NODE_FLAGS, found];
  }
  throw new ReinsError('driver_unavailable', 'The file runner.js is missing. Install Reins again.');
}
