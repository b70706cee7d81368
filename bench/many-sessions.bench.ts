/** Thirty stream sessions, each idle after one turn: what the hub, the runners and claude itself cost. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { waitUntil } from '../stage/patience.ts';
import { say, scene } from '../stage/screenplay.ts';
import { openStage } from '../stage/stage.ts';
import { megabytes, TICKS_PER_SECOND, ticks } from './process-figures.ts';
import { startBenchStageHub } from './stage-hub.ts';

const SESSIONS = 30;
const SECONDS = 30;

const stage = await openStage();
stage.play(scene(/^hello$/m, [say('Hello.')]));
const hub = await startBenchStageHub(stage);
const started = performance.now();
const ids: string[] = [];
for (let count = 0; count < SESSIONS; count++) {
  const body = { cwd: stage.project, driver: 'stream', prompt: 'hello' };
  ids.push((await hub.ask('POST', '/sessions', body)).session_id);
}
await waitUntil(
  'all sessions to rest',
  async () => {
    const { items } = await hub.ask('GET', '/sessions?limit=100&status=idle');
    return items.length === SESSIONS;
  },
  { everyMs: 500 },
);
console.log(
  `${SESSIONS} sessions started, each with a turn: ${((performance.now() - started) / 1000).toFixed(1)} s`,
);
await rest(10);
const children = new Map(childrenOf());
const runners = [...children].filter(([, command]) => /runner/.test(command)).map(([pid]) => pid);
const claudes = [...children]
  .filter(([, command]) => /claude.*stream-json/.test(command))
  .map(([pid]) => pid);
const before = ticks(hub.pid);
const runnersBefore = runners.reduce((sum, pid) => sum + ticks(pid), 0);
await rest(SECONDS);
const share = (spent: number) => ((spent / TICKS_PER_SECOND / SECONDS) * 100).toFixed(2);
console.log(`hub: ${share(ticks(hub.pid) - before)} % of a core (goal: 5 %), ${megabytes(hub.pid)} MB`);
console.log(
  `${runners.length} runners: ${share(runners.reduce((sum, pid) => sum + ticks(pid), 0) - runnersBefore)} % of a core in all, ` +
    `${Math.max(...runners.map(megabytes))} MB the largest (goal: 50 MB)`,
);
console.log(
  `${claudes.length} claude: ${Math.round(claudes.map(megabytes).reduce((a, b) => a + b, 0) / claudes.length)} MB each`,
);
for (const id of ids) await hub.ask('DELETE', `/sessions/${id}`);
await hub.close();
await stage.close();

function rest(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/** Processes of this stage, by their command line. */
function* childrenOf(): Iterable<[number, string]> {
  for (const line of execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')) {
    const [, pid, command] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
    if (pid && command && isOfStage(Number(pid))) yield [Number(pid), command];
  }
}

function isOfStage(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(stage.folder);
  } catch {
    return false;
  }
}
