/** What a runner takes: its resident memory beside the real claude it holds. The floor is a bare idle Node. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalLine, Run, RunReports } from '../src/drivers/driver.ts';
import { findRunner } from '../src/drivers/stream/find-runner.ts';
import { StreamDriver } from '../src/drivers/stream/stream-driver.ts';
import { waitUntil } from '../stage/patience.ts';
import { say, scene } from '../stage/screenplay.ts';
import { withStage } from '../stage/stage.ts';

const DELTAS = 20_000;
const GOAL_MB = 50;

/** Counts results and stores nothing. */
class Counter implements RunReports {
  results = 0;
  lines = 0;
  #end = 0;

  line(_run: Run, { text, end }: JournalLine): boolean {
    this.lines++;
    this.#end = end;
    if (text.includes('"type":"result"')) this.results++;
    return true;
  }

  takenUpTo(): number {
    return this.#end;
  }

  ended(): void {}
  warning(): void {}
}

const bare = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
await withStage(async (stage) => {
  stage.play(
    scene('hello', [say('Good morning.')]),
    scene('talk', [say('word '.repeat(DELTAS), { chunk: 5 })]),
    scene('picture', [say('Seen.')]),
  );
  const reports = new Counter();
  const runsFolder = join(stage.folder, 'runs');
  const driver = new StreamDriver({ runsFolder, runnerCommand: findRunner(), reports });
  const run = await driver.start({
    ...{
      sessionId: randomUUID(),
      how: 'new',
      cwd: stage.project,
      claude: stage.claudeBinary,
      env: stage.env,
    },
    ...{ settings: {}, choices: {} },
  });
  const { runner } = JSON.parse(readFileSync(join(runsFolder, run.runId, 'run.json'), 'utf8'));
  const report = async (when: string) => {
    const busy = megabytes(runner.pid);
    await rest(2);
    const own = megabytes(runner.pid);
    const floor = megabytes((bare as ChildProcess & { pid: number }).pid);
    console.log(
      `${when}: runner ${busy.toFixed(1)} MB, a moment later ${own.toFixed(1)} MB (goal ${GOAL_MB}), bare Node ${floor.toFixed(1)} MB, ratio ${(own / floor).toFixed(2)}; claude ${megabytes(run.pid).toFixed(0)} MB`,
    );
  };
  const turn = async (text: string, times = 1) => {
    for (let time = 0; time < times; time++) {
      const wanted = reports.results + 1;
      await run.deliver({ messageId: randomUUID(), content: [{ type: 'text', text }] });
      await waitUntil('a result', () => reports.results >= wanted);
    }
  };
  await report('just started');
  await turn('hello');
  await report('after a turn');
  const before = seconds(runner.pid);
  await turn('talk');
  const spent = ((seconds(runner.pid) - before) / DELTAS) * 1e6;
  console.log(`processor time of the runner: ${spent.toFixed(0)} µs for each delta`);
  await report(`after ${DELTAS} deltas`);
  await turn('talk', 4);
  await report(`after ${5 * DELTAS} deltas`);
  await turn(`picture ${'x'.repeat(500_000)}`, 3);
  await report('after prompts of half a megabyte');
  await turn(`picture ${'x'.repeat(6_000_000)}`, 3);
  await report('after prompts of six megabytes');
  await run.stop();
  driver.close();
});
bare.kill();

function rest(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time * 1000));
}

/** Processor time so far. */
function seconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function megabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
