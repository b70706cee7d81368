/**
 * A history of 1,500 transcripts and 1 GB: first list, full read, search, restart, idle. Compared with floors in the same
 * run. For opening sessions see open-session.bench.ts, for usage usage.bench.ts.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../src/sdk/index.ts';
import { timeBareParse, timeHeadsAndTails } from './history-floors.ts';
import { type BenchHub, startHub } from './hub-process.ts';
import { percentile } from './percentiles.ts';
import { megabytes, TICKS_PER_SECOND, ticks } from './process-figures.ts';
import type { GeneratedHistory } from './transcripts/generate-history.ts';
import { keptHistory } from './transcripts/kept-history.ts';

const SEARCHES = [
  ...[
    'purple heron',
    '"heron counts backwards"',
    'ENOENT',
    'TS2345 error',
    '--dry-run',
    '数据库连接',
    'const',
  ],
  ...['pre', 'value function', 'the', 'src/value', 'prese*'],
];

const folder = mkdtempSync(join(tmpdir(), 'reins-bench-'));
try {
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const { config, made } = keptHistory(folder);
  console.log(
    `${made.transcripts} transcripts, ${made.messages} messages, ${mb(made.bytes)} MB; load ${load()}`,
  );
  const heads = timed(() => timeHeadsAndTails(config));
  const parse = timed(() => timeBareParse(config));
  console.log(`floors: heads and tails ${heads}; bare JSON.parse ${parse}`);
  mkdirSync(join(folder, 'home'));
  const first = await startHub(folder, config);
  await measureReading(first, made);
  await measureSearches(first);
  await first.close();
  await measureRestart(config);
}

/** From the hub's first response until all are listed, and until all can be found; its response times in the meantime. */
async function measureReading(hub: BenchHub, made: GeneratedHistory): Promise<void> {
  const client = clientOf(hub);
  const started = performance.now();
  const used = ticks(hub.pid);
  let [newest, listed]: (number | undefined)[] = [];
  let isReady = false;
  let peak = 0;
  const answers: number[] = [];
  while (!isReady) {
    const asked = performance.now();
    const { state } = await client.history();
    answers.push(performance.now() - asked);
    isReady = state === 'ready';
    peak = Math.max(peak, megabytes(hub.pid));
    // Indexing starts when all are listed.
    if (state !== 'starting') listed ??= performance.now() - started;
    if (newest === undefined && (await client.list({ limit: 50 })).items.length === 50)
      newest = performance.now() - started;
    await rest(0.025);
  }
  const all = performance.now() - started;
  const cpu = (ticks(hub.pid) - used) * (1000 / TICKS_PER_SECOND);
  const count = await countSessions(hub);
  if (count !== made.transcripts) throw new Error(`${count} sessions are listed.`);
  const { database_bytes, log_bytes } = await client.history();
  const share = (((database_bytes + log_bytes) / made.bytes) * 100).toFixed(0);
  console.log(
    `the newest 50 listed after ${seconds(newest ?? 0)}, all after ${seconds(listed ?? 0)} (goal 0.5 s); load ${load()}`,
  );
  console.log(
    `all searchable and kept after ${seconds(all)} (goals 10 s, 30 s), ${seconds(cpu)} of processor time, at most ${peak} MB (goal 300 MB)`,
  );
  console.log(
    `answers meanwhile: p50 ${ms(percentile(answers, 0.5))}, p99 ${ms(percentile(answers, 0.99))}, max ${ms(Math.max(...answers))} (goal 50 ms)`,
  );
  console.log(
    `databases: ${mb(database_bytes)} and ${mb(log_bytes)} MB, ${share} % of the transcripts (goal 50 %)`,
  );
}

async function measureSearches(hub: BenchHub): Promise<void> {
  const client = clientOf(hub);
  await client.search('warming up');
  const times: number[] = [];
  for (const q of SEARCHES) {
    const own: number[] = [];
    for (let round = 0; round < 5; round++) {
      const started = performance.now();
      await client.search(q);
      own.push(performance.now() - started);
    }
    times.push(...own);
    console.log(`search ${q}: first ${ms(own[0] ?? 0)}, then ${ms(percentile(own.slice(1), 0.5))}`);
  }
  console.log(`searches: p50 ${ms(percentile(times, 0.5))}, p95 ${ms(percentile(times, 0.95))} (goal 30 ms)`);
}

async function measureRestart(config: string): Promise<void> {
  const started = performance.now();
  const hub = await startHub(folder, config);
  await clientOf(hub).list({ limit: 50 });
  console.log(`restart to the first list: ${seconds(performance.now() - started)} (goal 0.4 s)`);
  // The threads end after half a minute without work.
  await rest(45);
  const before = ticks(hub.pid);
  await rest(30);
  const share = ((ticks(hub.pid) - before) / TICKS_PER_SECOND / 30) * 100;
  console.log(
    `idle: ${megabytes(hub.pid)} MB, ${share.toFixed(2)} % of a core (goals 100 MB, 0.2 %); load ${load()}`,
  );
  await hub.close();
}

/** How long it took, and how much of a processor. */
function timed(work: () => number): string {
  const before = process.cpuUsage();
  const time = work();
  const { user, system } = process.cpuUsage(before);
  return `${seconds(time)} (${seconds((user + system) / 1000)} of processor time)`;
}

async function countSessions(hub: BenchHub): Promise<number> {
  let count = 0;
  for await (const _ of clientOf(hub).listAll({ limit: 500 })) count++;
  return count;
}

function clientOf({ url, operatorToken: token }: BenchHub) {
  return createClient({ url, token });
}

function rest(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time * 1000));
}

function mb(bytes: number): number {
  return Math.round(bytes / 1e6);
}

function ms(time: number): string {
  return `${time.toFixed(0)} ms`;
}

function seconds(time: number): string {
  return `${(time / 1000).toFixed(2)} s`;
}

function load(): string {
  return String(loadavg()[0]?.toFixed(1));
}
