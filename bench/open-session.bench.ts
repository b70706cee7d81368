/**
 * Opening a session of 50 MB: its newest screenful, how long others wait while the rest is read, one more row, and the same
 * after the hub was killed. Compared with a bare request to the same hub and with parsing the end of the file.
 */
import {
  appendFileSync,
  closeSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
} from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../src/sdk/index.ts';
import { type BenchHub, startHub } from './hub-process.ts';
import { percentile } from './percentiles.ts';
import { megabytes, TICKS_PER_SECOND, ticks } from './process-figures.ts';
import { generateHistory } from './transcripts/generate-history.ts';

const ROUNDS = 30;
/** More than precedes a conversation. */
const FIRST_PART_BYTES = 32 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'reins-bench-'));
try {
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const config = join(folder, 'claude');
  const { largest } = generateHistory({
    configFolder: config,
    transcripts: 8,
    bytes: 160 * 2 ** 20,
    large: 3,
  });
  mkdirSync(join(folder, 'home'));
  const hub = await startHub(folder, config);
  const client = clientOf(hub);
  while ((await client.history()).state !== 'ready') await rest(0.2);
  console.log(`load ${load()}`);
  const [first, ...others] = largest;
  if (!first) return;
  const bare = await times(ROUNDS, () => client.health());
  console.log(
    `floor: a bare request ${ms(percentile(bare, 0.5))}; the last 256 KB parsed ${ms(parseTail(first.path))}`,
  );
  await measureWhole(hub, 'that nobody opened', first.sessionId);
  for (const { sessionId } of [first, ...others]) await measureFirst(hub, sessionId);
  await measureWhole(hub, 'in the log', first.sessionId);
  const again = await times(ROUNDS, () => client.get(first.sessionId));
  console.log(`opened again: p50 ${ms(percentile(again, 0.5))}, p95 ${ms(percentile(again, 0.95))}`);
  await measureAppends(hub, first);
  await hub.close('SIGKILL');
  append(first.path, 'while the hub was away');
  const next = await startHub(folder, config);
  const [taken] = await times(1, () => clientOf(next).get(first.sessionId));
  console.log(`after a kill, with one more row: opened in ${ms(taken ?? 0)}`);
  await measureAppends(next, first);
  await next.close();
}

/** The newest screenful; then, while the rest is read, how long others wait for a response. */
async function measureFirst(hub: BenchHub, sessionId: string): Promise<void> {
  const client = clientOf(hub);
  const used = ticks(hub.pid);
  const started = performance.now();
  let { reading } = await client.get(sessionId);
  const opened = performance.now() - started;
  const waits: number[] = [];
  while (reading) {
    waits.push(...(await times(20, () => client.list({ limit: 20 }))));
    ({ reading } = await client.get(sessionId));
  }
  const whole = performance.now() - started;
  const cpu = (ticks(hub.pid) - used) / TICKS_PER_SECOND;
  console.log(
    `opened the first time in ${ms(opened)} (goal 50 ms); all of it read after ${(whole / 1000).toFixed(2)} s (${cpu.toFixed(2)} s of processor time)`,
  );
  if (waits.length === 0) return;
  console.log(
    `  a list meanwhile: p50 ${ms(percentile(waits, 0.5))}, p99 ${ms(percentile(waits, 0.99))}, max ${ms(Math.max(...waits))}`,
  );
}

/** An export and a timeline: when the first byte, the first part of the conversation, and all of it arrive. */
async function measureWhole(hub: BenchHub, which: string, sessionId: string): Promise<void> {
  const client = clientOf(hub);
  for (const format of ['markdown', 'html', 'json'] as const) {
    const used = ticks(hub.pid);
    const started = performance.now();
    let [first, second]: (number | undefined)[] = [];
    let bytes = 0;
    for await (const piece of await client.exportSession(sessionId, { format })) {
      first ??= performance.now() - started;
      bytes += piece.length;
      if (bytes > FIRST_PART_BYTES) second ??= performance.now() - started;
    }
    const cpu = (ticks(hub.pid) - used) / TICKS_PER_SECOND;
    console.log(
      `${format} of a session ${which}: first byte after ${ms(first ?? 0)}, conversation after ${ms(second ?? 0)}, all after ${ms(performance.now() - started)} (${cpu.toFixed(2)} s of processor time), hub at ${megabytes(hub.pid)} MB; load ${load()}`,
    );
  }
  const used = ticks(hub.pid);
  const [timeline = 0] = await times(1, () => client.timeline(sessionId));
  const cpu = (ticks(hub.pid) - used) / TICKS_PER_SECOND;
  console.log(`timeline of a session ${which}: ${ms(timeline)} (${cpu.toFixed(2)} s of processor time)`);
}

async function measureAppends(hub: BenchHub, { path, sessionId }: { path: string; sessionId: string }) {
  const client = clientOf(hub);
  const used = ticks(hub.pid);
  const taken = await times(ROUNDS, () => {
    append(path, 'one more');
    return client.get(sessionId);
  });
  const small = await times(ROUNDS, () => {
    append(path, 'one more');
    return client.turns(sessionId, { limit: 20 });
  });
  const cpu = ((ticks(hub.pid) - used) / TICKS_PER_SECOND / ROUNDS / 2) * 1000;
  console.log(
    `after one append: p50 ${ms(percentile(taken, 0.5))}, p95 ${ms(percentile(taken, 0.95))}; the newest twenty items p50 ${ms(percentile(small, 0.5))} (goal 10 ms); ${ms(cpu)} of processor time each; load ${load()}`,
  );
}

/** Each follows the previous row, as prompts do. */
function append(path: string, content: string): void {
  const [last = ''] = readTail(path).match(/"uuid":"[^"]+"(?!.*"uuid":")/s) ?? [];
  const row = { type: 'user', uuid: crypto.randomUUID(), parentUuid: last.slice(8, -1) };
  const written = { ...row, timestamp: new Date().toISOString(), message: { content } };
  appendFileSync(path, `${JSON.stringify(written)}\n`);
}

function parseTail(path: string): number {
  const started = performance.now();
  for (const line of readTail(path).split('\n').slice(1, -1)) JSON.parse(line);
  return performance.now() - started;
}

function readTail(path: string): string {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(256 * 1024);
  readSync(file, bytes, 0, bytes.length, fstatSync(file).size - bytes.length);
  closeSync(file);
  return bytes.toString();
}

async function times(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await work();
    taken.push(performance.now() - started);
  }
  return taken;
}

function clientOf({ url, operatorToken: token }: BenchHub) {
  return createClient({ url, token });
}

function rest(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}

function load(): string {
  return String(loadavg()[0]?.toFixed(1));
}
