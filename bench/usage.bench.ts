/**
 * `GET /usage` over 1 GB of transcripts, by every group, compared with only reading the same sums from the database. With
 * `REINS_BENCH_CCUSAGE=/path/to/ccusage`, which is not part of this package, also compared with that, total by total.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UsageReport } from '../src/protocol/usage.ts';
import { createClient } from '../src/sdk/index.ts';
import { openHistoryToRead } from '../src/store/history/history-database.ts';
import { readUsage } from '../src/store/history/usage-reader.ts';
import { startHub } from './hub-process.ts';
import { percentile } from './percentiles.ts';
import { keptHistory } from './transcripts/kept-history.ts';

const ROUNDS = 20;
const GROUPS = ['day', 'project', 'model', 'session', 'tool'] as const;

const folder = mkdtempSync(join(tmpdir(), 'reins-bench-'));
try {
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const { config, made } = keptHistory(folder);
  mkdirSync(join(folder, 'home'));
  const hub = await startHub(folder, config);
  const client = createClient({ url: hub.url, token: hub.operatorToken });
  while ((await client.history()).state !== 'ready') await new Promise((resolve) => setTimeout(resolve, 200));
  console.log(`${made.transcripts} transcripts; load ${loadavg()[0]?.toFixed(1)}`);
  let report: UsageReport | undefined;
  for (const group of GROUPS) {
    const bare = await times(() => readSums(group));
    const asked = await times(async () => {
      report = await client.usage({ group });
    });
    console.log(`usage by ${group}: ${asked} (goal 50 ms); the sums alone: ${bare}`);
  }
  await hub.close();
  if (report) compare(config, report);
}

/** The floor: the same sums, over a separate connection. */
function readSums(group: (typeof GROUPS)[number]): void {
  const database = openHistoryToRead(join(folder, 'reins-home', 'history.db'));
  if (!database) throw new Error('There is no history.');
  readUsage(database, { group });
  database.close();
}

async function times(work: () => unknown): Promise<string> {
  const taken: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await work();
    taken.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1000 / ROUNDS;
  return `best ${ms(Math.min(...taken))}, median ${ms(percentile(taken, 0.5))} (here ${ms(cpu)} of processor time)`;
}

interface CcusageTotals {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheCreationTokens: number;
  readonly cacheReadTokens: number;
  readonly totalCost: number;
}

function compare(config: string, { total }: UsageReport): void {
  const program = process.env['REINS_BENCH_CCUSAGE'];
  if (!program) return;
  const started = performance.now();
  const env = { PATH: process.env['PATH'], HOME: join(folder, 'home'), CLAUDE_CONFIG_DIR: config };
  const { stdout, stderr } = spawnSync(program, ['daily', '--json', '--offline'], {
    env,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const taken = performance.now() - started;
  if (!stdout) throw new Error(`${program} reported nothing: ${stderr}`);
  const { totals } = JSON.parse(stdout) as { totals: CcusageTotals };
  const rows = [
    ['input', totals.inputTokens, total.input_tokens],
    ['output', totals.outputTokens, total.output_tokens],
    ['cache writes', totals.cacheCreationTokens, total.cache_write_5m_tokens + total.cache_write_1h_tokens],
    ['cache reads', totals.cacheReadTokens, total.cache_read_tokens],
    ['dollars', totals.totalCost, total.cost_usd ?? 0],
  ] as const;
  console.log(`ccusage takes ${(taken / 1000).toFixed(2)} s`);
  for (const [name, theirs, ours] of rows) {
    console.log(`  ${name}: ccusage ${theirs}, Reins ${ours}, difference ${(ours - theirs).toFixed(6)}`);
  }
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}
