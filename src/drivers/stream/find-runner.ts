/** Finds the runner's program. */
import { findBuiltFile } from '../../lib/find-built-file.ts';
import { ReinsError } from '../../protocol/errors.ts';

/**
 * Options that save memory: no JIT compilation, which a program this simple does not need, a small young generation, and
 * garbage collection while idle.
 */
const NODE_FLAGS = ['--jitless', '--max-semi-space-size=1', '--expose-gc'];

/** The command that starts a runner. Throws `driver_unavailable` if its file is missing. */
export function findRunner(from = import.meta.dirname): readonly string[] {
  const found = findBuiltFile('runner.js', from);
  if (found) return [process.execPath, ...NODE_FLAGS, found];
  throw new ReinsError('driver_unavailable', 'The file runner.js is missing. Reinstall Reins.');
}
