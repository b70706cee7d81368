/**
 * `npm run chaos -- --minutes N --seed S [--drivers stream,tmux] [--load M] [--from REF]`: performs chaos runs of 90 s, with
 * the seeds S, S+1 and so on, until N minutes have passed, with M busy processes in parallel, and prints a table. With
 * --from, each run starts with the hub of that git revision and upgrades it midway. The output of each run is in
 * build/chaos/. `npm run chaos -- --judge FOLDER` checks the record in the folder of a failed run again.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './run-step.mjs';
import { ensureSystemPrograms } from './system-programs.mjs';

const RUN_SECONDS = 90;
const COLUMNS = /** @type {const} */ ([
  'seed',
  'prompts',
  'asks',
  'answers',
  'events',
  'faults',
  'violations',
]);
/** @typedef {Record<(typeof COLUMNS)[number], number> & { rules: string[] }} Summary */

const { minutes, seed, drivers, load, seconds, from, folderToJudge } = readOptions();
ensureInstalled();
ensureSystemPrograms();
await ensureBuilt();

const earlier = from === undefined ? undefined : buildEarlier(from);

const folder = join(root, 'build', 'chaos');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/** @type {import('node:child_process').ChildProcess | undefined} the leader of a process group */
let running;
const busy = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);']));
process.on('exit', () => {
  for (const child of busy) child.kill('SIGKILL');
  if (running?.pid && running.exitCode === null) process.kill(-running.pid, 'SIGTERM');
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => process.exit(1));

if (folderToJudge) {
  process.exitCode = (await runTest({ CHAOS_JUDGE: folderToJudge }, 'inherit')) ? 0 : 1;
} else {
  const summaries = [];
  const deadline = performance.now() + minutes * 60_000;
  for (let next = seed; summaries.length === 0 || performance.now() < deadline; next++)
    summaries.push(await runSeed(next));
  printTable(summaries);
  process.exitCode = summaries.some(({ violations }) => violations > 0) ? 1 : 0;
}
process.exit();

/**
 * @param {number} chosen
 * @returns {Promise<Summary>}
 */
async function runSeed(chosen) {
  const summaryFile = join(folder, `${chosen}.json`);
  const log = join(folder, `${chosen}.log`);
  const env = {
    REINS_SEED: String(chosen),
    CHAOS_SECONDS: String(seconds),
    CHAOS_DRIVERS: drivers,
    CHAOS_SUMMARY: summaryFile,
    ...(earlier && { CHAOS_EARLIER: earlier }),
  };
  const passed = await runTest(env, openSync(log, 'w'));
  const summary = readSummary(summaryFile, chosen, passed);
  const result = summary.violations === 0 ? 'no violation' : `${summary.rules.join(', ')} (${log})`;
  console.log(`seed ${chosen}: ${result}`);
  return summary;
}

/**
 * @param {Record<string, string>} env
 * @param {number | 'inherit'} output
 * @returns {Promise<boolean>} whether the test passed
 */
async function runTest(env, output) {
  running = spawn('npx', ['--no-install', 'vitest', 'run', '--project', 'e2e', 'test/chaos/chaos.test.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
    detached: true,
  });
  const [status] = await once(running, 'exit');
  return status === 0;
}

/**
 * A run that ended before the model could check it counts as one violation.
 * @param {string} file
 * @param {number} chosen
 * @param {boolean} passed
 * @returns {Summary}
 */
function readSummary(file, chosen, passed) {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const none = { prompts: 0, asks: 0, answers: 0, events: 0, faults: 0 };
  return { seed: chosen, ...none, violations: passed ? 0 : 1, rules: ['the run failed'] };
}

/** @param {Summary[]} summaries */
function printTable(summaries) {
  console.log(
    `\n${summaries.length} runs of ${seconds} s with ${drivers}, ${load} busy processes in parallel\n`,
  );
  console.log(`| ${COLUMNS.join(' | ')} | rules |\n|${'---|'.repeat(COLUMNS.length + 1)}`);
  for (const summary of summaries)
    console.log(`| ${COLUMNS.map((column) => summary[column]).join(' | ')} | ${summary.rules.join(', ')} |`);
}

/**
 * Builds another revision next to this one, with the packages of this one.
 * @param {string} revision
 * @returns {string} its program
 */
function buildEarlier(revision) {
  const place = join(root, 'build', 'earlier');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', revision], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['xf', '-', '-C', place], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: place, stdio: 'ignore' });
  return join(place, 'dist', 'reins.js');
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: 'string', default: '10' },
        seed: { type: 'string', default: '1' },
        drivers: { type: 'string', default: 'stream,tmux' },
        load: { type: 'string', default: '0' },
        seconds: { type: 'string', default: String(RUN_SECONDS) },
        from: { type: 'string' },
        judge: { type: 'string' },
      },
    });
    const numbers = [values.minutes, values.seed, values.load, values.seconds].map(Number);
    const [minutes = 0, seed = 0, load = 0, seconds = 0] = numbers;
    const isValid =
      numbers.every((number) => number >= 0) && [seed, load].every(Number.isInteger) && seconds > 0;
    if (!isValid || !/^(stream|tmux)(,(stream|tmux))*$/.test(values.drivers))
      throw new Error('Invalid value');
    const { drivers, from, judge: folderToJudge } = values;
    return { minutes, seed, load, seconds, drivers, from, folderToJudge };
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    console.error(
      'Usage: npm run chaos -- --minutes N --seed S [--drivers stream,tmux] [--load M] [--from REF] [--seconds T]',
    );
    console.error('       npm run chaos -- --judge FOLDER');
    process.exit(2);
  }
}
