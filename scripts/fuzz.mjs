/**
 * `npm run fuzz -- --minutes N [--seed S] [--only NAME]`: feeds random input to everything that reads foreign input, for N
 * minutes, with the seeds S, S+1 and so on. NAME is the name of a target, such as `shell` or `api`.
 */
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { runStep } from './run-step.mjs';
import { ensureSystemPrograms } from './system-programs.mjs';

const { minutes, seed, only } = readOptions();
ensureInstalled();
ensureSystemPrograms();
await ensureBuilt();

const filter = only === undefined ? [] : ['-t', `^${only}$`];
// Files run in parallel, the targets in a file one after another: no file has more than three.
const seconds = (minutes * 60) / (only === undefined ? 3 : 1);
const env = { FUZZ_SECONDS: String(seconds), REINS_SEED: String(seed) };
const args = ['--no-install', 'vitest', 'run', '--project', 'e2e', 'test/fuzz', ...filter];
process.exitCode = runStep('Random input', 'npx', args, env) ? 0 : 1;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: 'string', default: '10' },
        seed: { type: 'string', default: '1' },
        only: { type: 'string' },
      },
    });
    const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
    if (!(minutes >= 0) || !Number.isSafeInteger(seed) || !/^[\w-]*$/.test(values.only ?? ''))
      throw new Error('Invalid value');
    return { minutes, seed, only: values.only };
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    console.error('Usage: npm run fuzz -- --minutes N [--seed S] [--only NAME]');
    process.exit(2);
  }
}
