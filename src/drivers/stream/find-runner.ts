/** Finds the runner's program. */
import { findBuiltFile } from '../../lib/find-built-file.ts';
import { ReinsError } from '../../protocol/errors.ts';

/**
 * For size: no machine code is made, which a program this simple does not miss, the young generation is small, and what is
 * left over is collected when nothing goes on.
 */
const NODE_FLAGS = ['--jitless', '--max-semi-space-size=1', '--expose-gc'];

/** The command that starts a runner. Throws `driver_unavailable` when it is not there. */
export function findRunner(from = import.meta.dirname): readonly string[] {
  const found = findBuiltFile('runner.js', from);
  if (found) return [process.execPath, ...NODE_FLAGS, found];
  throw new ReinsError('driver_unavailable', 'The file runner.js is missing. Install Reins again.');
}
