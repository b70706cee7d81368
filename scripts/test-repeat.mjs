/**
 * `npm run test:repeat -- N [--load M] [--jitter DELAYS] [--freeze] [ARGUMENT...]`: runs the tests N times, with M busy
 * processes in parallel, with delays (test/jitter.cjs), or while processes are frozen for moments (freezer.mjs), and prints a
 * table of failures. Other arguments go to vitest. The output of each run is in build/repeat/.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { conclude, countReport, verdictOf } from './checks.mjs';
import { canFreeze, startFreezing } from './freezer.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './run-step.mjs';
import { ensureSystemPrograms } from './system-programs.mjs';

const [times = '', ...args] = process.argv.slice(2);
const [runs, load] = [Number(times), Number(takeOption('--load') ?? 0)];
const jitter = takeOption('--jitter');
const freezes = takeFlag('--freeze');
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(load) || load < 0) {
  console.error('Usage: npm run test:repeat -- N [--load M] [--jitter DELAYS] [--freeze] [ARGUMENT...]');
  process.exit(2);
}
if (freezes && !canFreeze()) {
  console.error('--freeze needs root and control groups (version 2) of Linux.');
  process.exit(2);
}

ensureInstalled();
ensureSystemPrograms();
await ensureBuilt();

const folder = join(root, 'build', 'repeat');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const busy = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);']));
const endLoad = () => busy.forEach((child) => void child.kill('SIGKILL'));
/** In the environment of vitest and its workers. What they start has the mark of a stage. */
const mark = `REINS_FREEZE_RUN=${process.pid}`;
const thaw = freezes
  ? startFreezing({
      isMeant: (environment) =>
        environment.some((entry) => entry === mark || entry.startsWith('STAGE_FOLDER=')),
      note: (line) => appendFileSync(join(folder, 'freezes.log'), `${line}\n`),
    })
  : () => {};
/** @type {import('node:child_process').ChildProcess | undefined} the leader of a process group */
let running;
process.on('exit', () => {
  endLoad();
  thaw();
  if (running?.pid && running.exitCode === null) process.kill(-running.pid, 'SIGTERM');
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => process.exit(1));

/** @type {Map<string, number[]>} the runs in which each test failed */
const failures = new Map();
const counts = [];
for (let run = 1; run <= runs; run++) counts.push(await runOnce(run));
endLoad();
thaw();

console.log(`\n${runs} runs, ${load} busy processes in parallel`);
for (const [test, failed] of failures)
  console.log(`${failed.length} of ${runs}  ${test}  (runs ${failed.join(', ')})`);
conclude(counts);

/** @param {string} name */
function takeOption(name) {
  const at = args.indexOf(name);
  return at >= 0 ? args.splice(at, 2)[1] : undefined;
}

/** @param {string} name */
function takeFlag(name) {
  const at = args.indexOf(name);
  return at >= 0 && args.splice(at, 1).length > 0;
}

/**
 * @param {number} run
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
async function runOnce(run) {
  const report = join(folder, `${run}.json`);
  const output = openSync(join(folder, `${run}.log`), 'w');
  const started = performance.now();
  running = spawn(
    'npx',
    [
      '--no-install',
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    {
      ...{ cwd: root, stdio: ['ignore', output, output], detached: true },
      env: { ...process.env, REINS_FREEZE_RUN: `${process.pid}`, ...(jitter && { STAGE_JITTER: jitter }) },
    },
  );
  const [status] = await once(running, 'exit');
  const count = countReport(report, status === 0);
  for (const test of failedTests(report)) failures.set(test, [...(failures.get(test) ?? []), run]);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`run ${run} of ${runs}: ${verdictOf([count])} (${seconds} s)`);
  return count;
}

/**
 * @typedef {{ fullName: string, status: string }} Result
 * @typedef {{ name: string, status: string, message: string, assertionResults: Result[] }} FileResult
 *
 * @param {string} report
 * @returns {string[]}
 */
function failedTests(report) {
  if (!existsSync(report)) return ['The run ended without a report'];
  /** @type {{ testResults: FileResult[] }} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(root, '');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be loaded has no tests.
    if (status === 'failed' && failed.length === 0) return [`${file}: ${message.split('\n')[0]}`];
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });
}
