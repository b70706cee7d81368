/**
 * A history of 1,500 transcripts and 1 GB: first list, search, opening a large session, restart, rest. Against floors in the
 * same run. `REINS_BENCH_HISTORY` names a folder to keep the generated transcripts in, so that a second run need not make them.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../src/sdk/index.ts';
import { timeBareParse, timeHeadsAndTails } from './history-floors.ts';
import { type BenchHub, startHub } from './hub-process.ts';
import { percentile } from './percentiles.ts';
import { megabytes, TICKS_PER_SECOND, ticks } from './process-figures.ts';
import { type GeneratedHistory, generateHistory } from './transcripts/generate-history.ts';

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

const kept = process.env['REINS_BENCH_HISTORY'];
const folder = mkdtempSync(join(tmpdir(), 'reins-bench-'));
try {
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const config = kept ?? join(folder, 'claude');
  const made = makeHistory(config);
  console.log(
    `${made.transcripts} transcripts, ${made.messages} messages, ${mb(made.bytes)} MB; load ${load()}`,
  );
  console.log(
    `floor: heads and tails ${seconds(timeHeadsAndTails(config))}; bare JSON.parse ${seconds(timeBareParse(config))}`,
  );
  mkdirSync(join(folder, 'home'));
  const first = await startHub(folder, config);
  await measureReading(first, made);
  await measureSearches(first);
  await measureOpening(first, made);
  await first.close();
  await measureRestart(config);
}

function makeHistory(config: string): GeneratedHistory {
  const note = join(config, 'made.json');
  if (existsSync(note)) return JSON.parse(readFileSync(note, 'utf8'));
  const started = performance.now();
  const made = generateHistory({ configFolder: config });
  writeFileSync(note, JSON.stringify(made));
  console.log(`generated in ${seconds(performance.now() - started)}`);
  return made;
}

/** From the hub's first answer until all are listed, and until all can be found; how quick it answers meanwhile. */
async function measureReading(hub: BenchHub, made: GeneratedHistory): Promise<void> {
  const client = clientOf(hub);
  const started = performance.now();
  let listed: number | undefined;
  let isReady = false;
  let peak = 0;
  const answers: number[] = [];
  while (!isReady) {
    const asked = performance.now();
    const { state } = await client.history();
    answers.push(performance.now() - asked);
    isReady = state === 'ready';
    peak = Math.max(peak, megabytes(hub.pid));
    if (listed === undefined && (await countSessions(hub)) >= made.transcripts)
      listed = performance.now() - started;
    await rest(0.025);
  }
  const all = performance.now() - started;
  const { database_bytes, log_bytes } = await client.history();
  const share = (((database_bytes + log_bytes) / made.bytes) * 100).toFixed(0);
  console.log(`all listed after ${seconds(listed ?? 0)} (goal 0.5 s); load ${load()}`);
  console.log(
    `all searchable and kept after ${seconds(all)} (goals 10 s, 30 s), at most ${peak} MB (goal 300 MB)`,
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

async function measureOpening(hub: BenchHub, { largest }: GeneratedHistory): Promise<void> {
  const client = clientOf(hub);
  const [large] = largest;
  if (!large) return;
  const open = async () => {
    const started = performance.now();
    await client.get(large.sessionId);
    return performance.now() - started;
  };
  const first = await open();
  const again = await open();
  const row = { type: 'user', uuid: `bench-${Date.now()}`, timestamp: new Date().toISOString() };
  appendFileSync(large.path, `${JSON.stringify({ ...row, message: { content: 'one more' } })}\n`);
  const appended = await open();
  console.log(
    `a session of 50 MB: opened in ${ms(first)} (goal 50 ms), again in ${ms(again)}, after one append in ${ms(appended)} (goal 10 ms)`,
  );
}

async function measureRestart(config: string): Promise<void> {
  const started = performance.now();
  const hub = await startHub(folder, config);
  await clientOf(hub).list({ limit: 50 });
  console.log(`restart to the first list: ${seconds(performance.now() - started)} (goal 0.4 s)`);
  // The threads end when they have had nothing to do for half a minute.
  await rest(45);
  const before = ticks(hub.pid);
  await rest(30);
  const share = ((ticks(hub.pid) - before) / TICKS_PER_SECOND / 30) * 100;
  console.log(
    `idle: ${megabytes(hub.pid)} MB, ${share.toFixed(2)} % of a core (goals 100 MB, 0.2 %); load ${load()}`,
  );
  await hub.close();
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
