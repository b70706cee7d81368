/** Recordings of the real CLI, read by hubs that die at any line: the log is the same as without restarts. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repetitions } from '../../../test/repetitions.ts';
import { golden, readRecording } from '../../adapters/golden/read-recording.ts';
import { leaveToStream } from '../../adapters/leave-to-stream.ts';
import type { Run } from '../../drivers/driver.ts';
import { openStore, type TestStore } from '../../store/store-fixture.ts';
import { LiveText } from './live-text.ts';
import { StreamIntake } from './stream-intake.ts';

const RECORDINGS = [
  'stream-turns',
  'stream-troubles',
  'stream-queue',
  'stream-tasks',
  'stream-clear',
  'stream-unkept',
];
const RUNS = repetitions({ short: 3, long: 30 }).length;
const output = { info: () => {}, warn: () => {} };

/** The hub's part in the recording: it starts the run, sends prompts, and reads transcripts on request. */
function openHub({ log, reader }: TestStore, name: string) {
  const sources = readRecording(name);
  const readTranscript = async (sessionId: string) => {
    for (const { source, steps } of sources) {
      if (source !== `session-${sessionId}`) continue;
      const drafts = steps.flatMap((step) => step().flatMap((batch) => batch.drafts));
      log.append([{ sessionId, drafts: leaveToStream(drafts, () => reader.session(sessionId)) }]);
    }
  };
  const live = new LiveText(log, reader);
  const own = sources.find(({ source }) => source === 'stream')?.steps ?? [];
  return {
    live,
    intake: new StreamIntake({ log, reader, live, output, readTranscript }),
    /** What the hub did at this point of the recording. */
    act: (index: number) => log.append(own[index]?.() ?? []),
  };
}

/** Plays the recording. At each of the given lines the hub dies before it can do anything else. */
async function play(folder: string, name: string, deaths: ReadonlySet<number>): Promise<object[]> {
  const lines = readFileSync(join(golden, name, 'stream.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const records = lines.map((line) => JSON.parse(line));
  const {
    session_id: sessionId,
    pid,
    start_mark: startMark,
  } = records.find(({ started }) => started).started;
  const run = { runId: 'r', sessionId, pid, startMark } as Run;
  let store = openStore(folder);
  let hub = openHub(store, name);
  const offer = async (index: number) => {
    const { line, at } = records[index];
    expect(await hub.intake.line(run, { text: JSON.stringify(line), end: index + 1, at })).toBe(true);
  };
  for (const [index, record] of records.entries()) {
    if (deaths.has(index)) {
      store = store.reopen();
      hub = openHub(store, name);
      for (let again = hub.intake.takenUpTo('r'); again < index; again++)
        if (records[again].line) await offer(again);
    }
    if (record.line) await offer(index);
    else hub.act(index);
  }
  expect(hub.live.follow(undefined, () => {}).take()).toEqual([]);
  const events = store.reader.events({ after: 0, limit: 100_000 }).map(({ json }) => JSON.parse(json));
  store.close();
  return events;
}

async function playAfresh(name: string, deaths: readonly number[]): Promise<object[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reins-restarts-'));
  try {
    return await play(folder, name, new Set(deaths));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.for(RECORDINGS)('%s', async (name) => {
  const expected = await playAfresh(name, []);
  expect(expected.length).toBeGreaterThan(20);
  const places = fc.uniqueArray(fc.nat(200), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(places, async (deaths) => {
      expect(await playAfresh(name, deaths)).toEqual(expected);
    }),
    // The examples: between a compaction and its summary.
    { numRuns: RUNS, examples: [[[188]]] },
  );
});
