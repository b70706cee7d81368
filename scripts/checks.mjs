/** The checks that `npm run check` and `npm test` share, and how their results are counted. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, runStep } from './run-step.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** @returns {Count[]} */
export function checkSources() {
  return [
    countStep(runStep('Lint and format', 'npx', ['--no-install', 'biome', 'check', '.'])),
    countStep(runStep('Types', 'npx', ['--no-install', 'tsc'])),
  ];
}

/**
 * @param {string} title
 * @param {readonly string[]} args for vitest
 * @param {Record<string, string>} [env]
 * @returns {Count}
 */
export function runTests(title, args, env = {}) {
  const report = join(root, 'build', 'test-report.json');
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const passed = runStep(title, 'npx', ['--no-install', 'vitest', 'run', ...reporters, ...args], env);
  return countReport(report, passed);
}

/**
 * Prints the verdict as the last line and sets the exit code.
 * @param {Count[]} counts
 */
export function conclude(counts) {
  console.log(`\n${verdictOf(counts)}`);
  process.exitCode = counts.some(({ failed }) => failed > 0) ? 1 : 0;
}

/**
 * @param {Count[]} counts
 * @returns {string} such as `3 passed, 0 failed`
 */
export function verdictOf(counts) {
  const sum = (/** @type {keyof Count} */ key) => counts.reduce((total, count) => total + count[key], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped}`;
}

/**
 * @param {boolean} passed
 * @returns {Count}
 */
function countStep(passed) {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

/**
 * Counts the tests in a JSON report of vitest; a missing report counts as one failure.
 * @param {string} report
 * @param {boolean} exitedWell
 * @returns {Count}
 */
export function countReport(report, exitedWell) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
    // A file that cannot be loaded fails no test, but the run failed.
    const failed = exitedWell ? numFailedTests : Math.max(1, numFailedTests);
    return { passed: numPassedTests, failed, skipped: numPendingTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
