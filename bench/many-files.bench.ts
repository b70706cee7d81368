/**
 * Memory of a hub over many small transcripts: its peak while they are listed and read, and when idle.
 * `npm run bench -- many-files 1000 10000` for other numbers of files.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../src/sdk/index.ts';
import { startHub } from './hub-process.ts';
import { megabytes, peakMegabytes, TICKS_PER_SECOND, ticks } from './process-figures.ts';

const FOLDERS = 50;
const given = process.argv.slice(2).map(Number);
const counts = given.length > 0 ? given : [1000, 10_000, 100_000];

for (const count of counts) {
  const folder = mkdtempSync(join(tmpdir(), 'reins-bench-'));
  try {
    await measure(folder, count);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string, count: number): Promise<void> {
  const config = join(folder, 'claude');
  makeTranscripts(config, count);
  mkdirSync(join(folder, 'home'));
  await measureStart('first start', folder, config, count);
  await measureStart('restart', folder, config, count);
}

async function measureStart(name: string, folder: string, config: string, count: number): Promise<void> {
  const hub = await startHub(folder, config);
  const started = performance.now();
  const client = createClient({ url: hub.url, token: hub.operatorToken });
  let [newest, listed]: (number | undefined)[] = [];
  let listing = 0;
  for (;;) {
    const { state } = await client.history();
    if (state !== 'starting') {
      listed ??= performance.now() - started;
      listing ||= peakMegabytes(hub.pid);
    }
    if (newest === undefined && (await client.list({ limit: 50 })).items.length === 50)
      newest = performance.now() - started;
    if (state === 'ready') break;
    await rest(0.05);
  }
  const all = performance.now() - started;
  const cpu = (ticks(hub.pid) / TICKS_PER_SECOND).toFixed(1);
  const peak = peakMegabytes(hub.pid);
  // The threads end after half a minute without work.
  await rest(45);
  console.log(
    `${count} files, ${name}: at most ${peak} MB (goal 200 MB; ${listing} MB until all were listed), at rest ${megabytes(hub.pid)} MB; ` +
      `the newest 50 listed after ${seconds(newest ?? 0)}, all after ${seconds(listed ?? 0)}, searchable after ${seconds(all)}; ` +
      `${cpu} s of processor time; load ${loadavg()[0]?.toFixed(1)}`,
  );
  await hub.close();
}

/** One row each, as in `test/history/many-files`. */
function makeTranscripts(config: string, count: number): void {
  for (let index = 0; index < count; index++) {
    const folder = join(config, 'projects', `project-${index % FOLDERS}`);
    if (index < FOLDERS) mkdirSync(folder, { recursive: true });
    const id = `${index.toString(16).padStart(8, '0')}-1111-4111-8111-111111111111`;
    const message = { content: `horse number ${index}` };
    const row = { type: 'user', uuid: id, timestamp: '2026-01-01T10:00:00Z', message };
    writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(row)}\n`);
  }
}

function rest(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time * 1000));
}

function seconds(time: number): string {
  return `${(time / 1000).toFixed(2)} s`;
}
