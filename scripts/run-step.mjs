/** Runs one step of a command visibly: prints its name, passes its output through, and prints how long it took. */
import { spawnSync } from 'node:child_process';

export const root = new URL('..', import.meta.url).pathname;

/**
 * @param {string} title
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env] added to the environment
 * @returns {boolean} whether the command exited with 0
 */
export function runStep(title, command, args, env = {}) {
  console.log(`\n> ${title}`);
  const started = performance.now();
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const passed = status === 0;
  console.log(`${passed ? 'ok' : 'FAILED'}: ${title} (${seconds} s)${error ? ` ${error.message}` : ''}`);
  return passed;
}

/**
 * Like runStep, for essential steps: ends the whole command if it fails.
 * @param {Parameters<typeof runStep>} step
 */
export function requireStep(...step) {
  if (!runStep(...step)) process.exit(1);
}
