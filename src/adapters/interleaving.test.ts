/**
 * The view is the same for any order of the sources: recordings of the real CLI, played in random
 * interleavings that keep only each source's own order.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repetitions } from '../../test/repetitions.ts';
import { presentDetails } from '../core/present-session.ts';
import { openLog } from '../store/open-log.ts';
import { type Batch, type RecordedSource, readRecording } from './golden/read-recording.ts';
import { leaveToStream } from './leave-to-stream.ts';

const RECORDINGS = [
  'tools-and-asks',
  'failures-and-interrupts',
  'subagent',
  'compact-and-clear',
  'queued-prompts',
  ...['stream-turns', 'stream-troubles', 'stream-queue', 'stream-tasks'],
];

const RUNS = repetitions({ short: 8, long: 100 }).length;

/** Plays the sources in the order of `turns`: each number names the next source. */
function playAndView(sources: readonly RecordedSource[], turns: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'reins-interleaving-'));
  const { log, reader, close } = openLog({ folder, host: 'host' });
  try {
    const cursors = sources.map(() => 0);
    const speak = (index: number) => {
      const step = sources[index]?.steps[cursors[index] ?? 0];
      cursors[index] = (cursors[index] ?? 0) + 1;
      if (step) log.append(step().map((batch) => asReported(sources[index]?.source ?? '', batch)));
    };
    const asReported = (source: string, { sessionId, drafts }: Batch) => ({
      sessionId,
      drafts: source === 'stream' ? drafts : leaveToStream(drafts, () => reader.session(sessionId)),
    });
    // The hub's start of the run comes before all reports about it.
    const stream = sources.findIndex(({ source }) => source === 'stream');
    if (stream !== -1) speak(stream);
    for (const index of turns) speak(index);
    for (const [index, { steps }] of sources.entries()) for (const _ of steps) speak(index);
    return reader
      .sessions({ limit: 100 })
      .states.map((state) => ({
        ...presentDetails(state),
        seq: 0,
        threads: ['', ...Object.keys(state.agents)].map((agentId) =>
          reader
            .items({ sessionId: state.session_id, agentId, limit: 1000, maxBytes: 1e9 })
            // Two sources read the clock some milliseconds apart; the first one sets the time.
            .items.map(({ at: _, ...item }) => item),
        ),
      }))
      .sort((a, b) => a.session_id.localeCompare(b.session_id));
  } finally {
    close();
    rmSync(folder, { recursive: true });
  }
}

test.for(RECORDINGS)('%s', (name) => {
  const sources = readRecording(name);
  const expected = playAndView(sources, []);
  expect(expected[0]?.threads[0]?.length).toBeGreaterThan(0);
  const order = fc.array(fc.nat(sources.length - 1), { minLength: 50, maxLength: 400 });
  fc.assert(
    fc.property(order, (turns) => {
      expect(playAndView(sources, turns)).toEqual(expected);
    }),
    { numRuns: RUNS },
  );
});
