/** A long transcript is shown from its end before it has been read, and looks the same as any other once it has. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateHistory } from '../../bench/transcripts/generate-history.ts';
import { SessionTranscripts } from '../../src/hub/session-transcripts.ts';
import { readThrough, showAll } from '../../src/hub/transcript-test.ts';
import { type OpenedLog, openLog } from '../../src/store/open-log.ts';

function withFolder(work: (folder: string) => Promise<void>) {
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reins-long-'));
    try {
      await work(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

/** One transcript of some megabytes. */
function generate(folder: string): { path: string; sessionId: string } {
  const made = generateHistory({ configFolder: folder, transcripts: 5, bytes: 60_000_000, large: 1 });
  const [largest] = made.largest;
  if (!largest) throw new Error('there is no large one');
  return largest;
}

function openIn(folder: string): OpenedLog {
  mkdirSync(folder);
  return openLog({ folder, host: 'desk' });
}

test(
  'what is newest is there first, and all of it in the end',
  { timeout: 120_000 },
  withFolder(async (folder) => {
    const { path, sessionId } = generate(folder);
    const [opened, plain] = ['tail', 'plain'].map((name) => openIn(join(folder, name))) as [
      OpenedLog,
      OpenedLog,
    ];
    readThrough(plain, sessionId, path);
    const whole = showAll(plain, sessionId);

    const transcripts = new SessionTranscripts({ sessionId, path, ...opened });
    await transcripts.catchUpWithTail();
    const first = showAll(opened, sessionId);
    expect(transcripts.isReading).toBe(true);
    expect(first.items.length).toBeGreaterThan(10);
    expect(first.items.length).toBeLessThan(whole.items.length / 2);
    expect(first.items).toEqual(whole.items.slice(-first.items.length));

    await transcripts.catchUp();
    expect(transcripts.isReading).toBe(false);
    expect(showAll(opened, sessionId)).toEqual(whole);

    // From then on everything new is waited for.
    const line = { type: 'user', uuid: 'u-new', promptId: 'p-new', timestamp: '2026-12-01T00:00:00.000Z' };
    appendFileSync(path, `${JSON.stringify({ ...line, message: { content: 'one more' } })}\n`);
    await transcripts.catchUpWithTail();
    expect(showAll(opened, sessionId).items.at(-1)).toMatchObject({ kind: 'prompt', text: 'one more' });
    for (const log of [opened, plain]) log.close();
  }),
);
