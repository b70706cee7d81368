import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { subagentsFolder } from '../../claude/transcript-files.ts';
import { NOON, openStore, SESSION, storeTest as test } from '../../store/store-fixture.ts';
import { SessionTranscripts } from './session-transcripts.ts';
import { TranscriptFile } from './transcript-file.ts';
import { callRow, promptRow, readThrough, row, showAll, textRow, toLines } from './transcript-fixture.ts';

/** This many rows of ten kilobytes. */
const talk = (id: string, from: number, rows: number) =>
  Array.from({ length: rows }, (_, index) => textRow(`${id}${index}`, from + index, 'x'.repeat(10_000)));

const todo = (id: string, at: number, content: string) =>
  callRow(id, at, 'TodoWrite', { todos: [{ content, status: 'pending' }] });

const STORIES: Record<string, object[]> = {
  'the tasks and the title are those of the whole session': [
    promptRow('first words', 1),
    todo('t1', 2, 'Old'),
    ...talk('a', 10, 300),
    promptRow('later words', 400),
    todo('t2', 401, 'New'),
    ...talk('b', 410, 3),
  ],
  'a tail that starts with a summary waits for the prompt before it': [
    promptRow('first', 1),
    ...talk('a', 10, 300),
    row('boundary', 400, { type: 'system', subtype: 'compact_boundary', compactMetadata: {} }),
    ...talk('b', 410, 26),
    row('s', 500, {
      ...{ type: 'user', promptId: 'first', isCompactSummary: true },
      message: { content: 'What happened so far' },
    }),
    promptRow('next', 501),
    ...talk('c', 510, 2),
  ],
  'a turn that is longer than any tail is logged from its middle': [
    promptRow('a long one', 1),
    ...talk('a', 10, 500),
    row('folded', 600, { type: 'attachment', attachment: { type: 'queued_command', prompt: 'and this' } }),
    ...talk('b', 610, 3),
    row('end', 700, { type: 'system', subtype: 'turn_duration', durationMs: 5 }),
  ],
  'a prompt that goes back before others': [
    promptRow('kept', 1),
    ...talk('a', 10, 300),
    promptRow('given up', 400, { parentUuid: 'a-a299' }),
    ...talk('b', 410, 20),
    promptRow('instead', 500, { parentUuid: 'a-a299' }),
    ...talk('c', 510, 2),
  ],
};

for (const [story, rows] of Object.entries(STORIES)) {
  test(story, async ({ store }) => {
    const path = join(store.folder, 'transcript.jsonl');
    writeFileSync(path, toLines(rows));
    const folder = mkdtempSync(join(tmpdir(), 'reins-plain-'));
    const plain = openStore(folder);
    try {
      readThrough(plain, SESSION, path);
      const file = new TranscriptFile({ ...store, path, sessionId: SESSION, now: () => NOON });
      const whole = file.catchUp();
      await file.tail;
      expect(file.isRead).toBe(false);
      const newest = showAll(store, SESSION).items;
      expect(newest.length).toBeGreaterThan(0);
      await whole;
      expect(showAll(store, SESSION)).toEqual(showAll(plain, SESSION));
    } finally {
      plain.close();
      rmSync(folder, { recursive: true });
    }
  });
}

test('waits for a short transcript, including its subagents', async ({ store }) => {
  const path = join(store.folder, `${SESSION}.jsonl`);
  writeFileSync(path, toLines([promptRow('send someone', 1), ...talk('a', 10, 2)]));
  const folder = subagentsFolder(path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'agent-one.jsonl'), toLines(talk('b', 20, 2)));
  await new SessionTranscripts({ ...store, path, sessionId: SESSION, now: () => NOON }).catchUpWithTail();
  expect(store.reader.session(SESSION)?.agents).toMatchObject({ one: {} });
});
