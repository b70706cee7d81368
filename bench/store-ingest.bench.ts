/**
 * Durable ingest: the log, with identity, projections and listeners, compared with bare batched inserts under the same
 * settings: one of the same bytes, ready as strings, and one that first has to serialize them from the same events, like the
 * log. Rounds alternate, so that all see the same machine; the ratios of the medians count.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Draft } from '../src/core/draft.ts';
import { openDatabase } from '../src/store/database.ts';
import { EventLog, type LoggedEvent } from '../src/store/event-log.ts';
import type { Database } from '../src/store/sqlite.ts';
import { realisticTurn } from './realistic-drafts.ts';

const ROUNDS = 15;
const BATCHES = 100;
const BATCH = 100;
const SESSIONS = 20;

const folder = mkdtempSync(join(tmpdir(), 'reins-bench-'));
try {
  measure();
} finally {
  rmSync(folder, { recursive: true });
}

function measure(): void {
  const database = openDatabase(join(folder, 'log.db'));
  const log = new EventLog(database, 'bench');
  const rehearsal = new EventLog(openDatabase(join(folder, 'rehearsal.db')), 'bench');
  const bare = openDatabase(join(folder, 'bare.db'));
  bare.exec('CREATE TABLE bare (id INTEGER PRIMARY KEY, json TEXT NOT NULL, raw TEXT)');
  const rates = { log: [] as number[], facts: [] as number[], bare: [] as number[], making: [] as number[] };
  let bytes = 0;
  let events = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const batches = makeBatches();
    const written = rehearse(rehearsal, batches);
    const seconds = ingest(log, batches);
    const bareSeconds = insert(bare, written, ({ json }) => json);
    const makingSeconds = insert(bare, written, ({ event }) => JSON.stringify(event));
    // The first round warms both up.
    if (round === 0) continue;
    const count = written.flat().length;
    events += count;
    bytes += written.flat().reduce((sum, { json, raw = '' }) => sum + json.length + raw.length, 0);
    rates.log.push(count / seconds);
    rates.bare.push(count / bareSeconds);
    rates.making.push(count / makingSeconds);
    rates.facts.push((BATCHES * BATCH) / seconds);
  }
  const [logged, plain, making] = [rates.log, rates.bare, rates.making].map(median) as [
    number,
    number,
    number,
  ];
  console.log(
    `events ${events}, ${Math.round(bytes / events)} bytes each, batches of ${BATCH}, ${SESSIONS} sessions`,
  );
  console.log(
    `log                          ${Math.round(logged)} events/s (${Math.round(median(rates.facts))} facts/s)`,
  );
  console.log(
    `bare insert of ready bytes   ${Math.round(plain)} events/s, ratio ${(logged / plain).toFixed(2)}`,
  );
  console.log(
    `bare insert that makes them  ${Math.round(making)} events/s, ratio ${(logged / making).toFixed(2)}`,
  );
  for (const one of [database, bare]) one.close();
}

/** What the log will write, determined in advance: capturing it during the measurement would cost time. */
function rehearse(log: EventLog, batches: readonly Draft[][]): LoggedEvent[][] {
  return batches.map((drafts, index) => log.append([{ sessionId: sessionId(index % SESSIONS), drafts }]));
}

function ingest(log: EventLog, batches: readonly Draft[][]): number {
  globalThis.gc?.();
  const started = performance.now();
  for (const [index, drafts] of batches.entries()) {
    log.append([{ sessionId: sessionId(index % SESSIONS), drafts }]);
  }
  return (performance.now() - started) / 1000;
}

function insert(
  bare: Database,
  batches: readonly LoggedEvent[][],
  jsonOf: (event: LoggedEvent) => string,
): number {
  const statement = bare.prepare('INSERT INTO bare (json, raw) VALUES (?, ?)');
  globalThis.gc?.();
  const started = performance.now();
  for (const batch of batches) {
    bare.exec('BEGIN IMMEDIATE');
    for (const logged of batch) statement.run(jsonOf(logged), logged.raw ?? null);
    bare.exec('COMMIT');
  }
  return (performance.now() - started) / 1000;
}

function makeBatches(): Draft[][] {
  const drafts: Draft[] = [];
  const at = Date.now();
  // Through JSON, as they come from Claude Code: strings concatenated in memory would be slower to write.
  while (drafts.length < BATCHES * BATCH)
    drafts.push(...(JSON.parse(JSON.stringify(realisticTurn(at + drafts.length))) as Draft[]));
  return Array.from({ length: BATCHES }, (_, index) => drafts.slice(index * BATCH, (index + 1) * BATCH));
}

function sessionId(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
