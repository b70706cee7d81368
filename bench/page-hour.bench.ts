/**
 * A page left open on a working session: a phone-sized window, the real Claude Code driven by the hub, turn after turn with
 * streaming text, thoughts, tool calls, subagents and compactions. The page's resources are measured once a minute, after a
 * garbage collection. Minutes are an argument: `npm run bench -- page-hour 60`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '../stage/patience.ts';
import { call, say, scene, think } from '../stage/screenplay.ts';
import { openStage } from '../stage/stage.ts';
import { openBare } from './bare-browser.ts';
import { openPageFigures, type PageFigures } from './page-figures.ts';
import { TICKS_PER_SECOND, ticks } from './process-figures.ts';
import { startBenchStageHub } from './stage-hub.ts';

const MINUTES = Number(process.argv[2] ?? 3);
/** The context that Claude Code sends must not grow for an hour. */
const TURNS_BETWEEN_COMPACTIONS = 12;
/** About as fast as a model writes. */
const PACE = { chunk: 24, everyMs: 120 };

const stage = await openStage();
const words = (count: number) =>
  'Some words about what was found in the code, and what comes next. '.repeat(count);
// A command that Claude Code runs without permission.
const command = (part: number) =>
  call('Bash', { command: 'cat results.txt', description: `Part ${part} of the tests` });
writeFileSync(join(stage.project, 'results.txt'), 'a line of what the tests have printed\n'.repeat(100));
const answer = `## What was done\n\n${words(4)}\n\n- **first** \`part\`\n- second part\n\n\`\`\`ts\nexport function add(a: number, b: number): number {\n  return a + b;\n}\n\`\`\`\n\n${words(3)}`;
stage.play(
  scene(
    /^go on \d+$/m,
    [think(words(3), PACE), say(words(5), PACE), ...[1, 2, 3].map(command)],
    [say(words(2), PACE), ...[4, 5, 6, 7].map(command)],
    [say(answer, PACE)],
  ),
  scene(
    /^ask a helper \d+$/m,
    [
      say(words(2), PACE),
      call('Agent', {
        ...{ description: 'Look around', prompt: 'look around', subagent_type: 'general-purpose' },
        run_in_background: false,
      }),
    ],
    [say(answer, PACE)],
  ),
  scene('look around', [command(8), command(9)], [say(words(3), PACE)]),
);

const hub = await startBenchStageHub(stage);
const body = { cwd: stage.project, driver: 'stream', prompt: 'go on 0' };
const session: string = (await hub.ask('POST', '/sessions', body)).session_id;
const token = JSON.stringify(hub.token);
const { browser, page, close } = await openBare(
  `${hub.url}/sessions/${session}`,
  `sessionStorage.setItem('reins.token', ${token})`,
);
const shown = { expression: "document.querySelectorAll('.conversation .row').length" };
await waitUntil('the page', async () => (await page('Runtime.evaluate', shown)).result.value > 0);
const figures = await openPageFigures(browser, page);

const samples: PageFigures[] = [];
const spent = ticks(hub.pid);
let turns = 0;
const isOver = work();
for (let minute = 1; minute <= MINUTES; minute++) {
  await rest(60);
  const sample = await figures.take();
  samples.push(sample);
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0];
  console.log(
    `${minute} min, ${turns} turns: heap ${sample.heap.toFixed(1)} MB, ${sample.nodes} nodes, ` +
      `${sample.listeners} listeners, process ${sample.resident} MB, load ${load}`,
  );
}
const seconds = MINUTES * 60;
await isOver;
const share = Math.max(1, Math.floor(MINUTES / 4));
for (const name of ['heap', 'nodes', 'listeners', 'resident'] as const) {
  const most: string[] = [];
  for (let from = 0; from + share <= MINUTES; from += share) {
    most.push(Math.max(...samples.slice(from, from + share).map((sample) => sample[name])).toFixed(1));
  }
  console.log(`${name}, the most in each ${share} min: ${most.join(', ')}`);
}
console.log(`hub: ${(((ticks(hub.pid) - spent) / TICKS_PER_SECOND / seconds) * 100).toFixed(1)} % of a core`);
await hub.ask('DELETE', `/sessions/${session}`);
await close();
await hub.close();
await stage.close();

/** One turn after another until the time is up. */
async function work(): Promise<void> {
  const end = performance.now() + MINUTES * 60_000;
  while (performance.now() < end) {
    await rested();
    turns++;
    const isLong = turns % TURNS_BETWEEN_COMPACTIONS === 0;
    const prompt = turns % 5 === 0 ? `ask a helper ${turns}` : `go on ${turns}`;
    await hub.ask('POST', `/sessions/${session}/message`, { text: isLong ? '/compact' : prompt });
    await waitUntil('the turn', async () => (await look()).status === 'working', {
      everyMs: 250,
      // A short turn may end before it is seen.
    }).catch(() => {});
  }
}

function rested(): Promise<unknown> {
  const isDone = async () => {
    const { status, queue } = await look();
    return status === 'idle' && (queue ?? []).length === 0;
  };
  return waitUntil('the end of a turn', isDone, { everyMs: 500 });
}

function look() {
  return hub.ask('GET', `/sessions/${session}?limit=0`);
}

function rest(ofSeconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ofSeconds * 1000));
}
