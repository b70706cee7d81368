import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import * as adapter from '../../adapters/transcript-adapter.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import { NOON, openStore, SESSION, type TestStore, storeTest as test } from '../../store/store-fixture.ts';
import { TranscriptFile } from './transcript-file.ts';
import { promptRow, readThrough, row, showAll, textRow, toLines } from './transcript-fixture.ts';

const interrupt = (id: string, seconds: number, entrypoint: string) =>
  row(`i-${id}`, seconds, {
    ...{ type: 'user', promptId: id, entrypoint },
    message: { content: '[Request interrupted by user]' },
  });

test('leaves the end of a turn to the stream that reported it, and to no other', async ({ store }) => {
  const { log, reader, folder } = store;
  store.add({ type: 'control_changed', driver: 'stream', capabilities: [], source: 'driver', at: NOON });
  const path = join(folder, 'transcript.jsonl');
  const turn = (id: string, seconds: number, entrypoint: string) => [
    promptRow(id, seconds, { entrypoint }),
    interrupt(id, seconds, entrypoint),
  ];
  const rows = [
    ...turn('before', -5, 'sdk-cli'),
    ...turn('streamed', 5, 'sdk-cli'),
    ...turn('later, in a terminal', 9, 'cli'),
  ];
  writeFileSync(path, toLines(rows));
  await new TranscriptFile({ path, sessionId: SESSION, log, reader, now: () => NOON }).catchUp();
  const events = reader.events({ after: 0, sessionId: SESSION, limit: 100 });
  const reported = events.map(({ json }) => JSON.parse(json) as ReinsEvent);
  const ids = (type: string) =>
    reported.flatMap((one) => (one.type === type && 'prompt_id' in one ? [one.prompt_id] : []));
  expect(ids('prompt_submitted')).toEqual(['u-before', 'u-streamed', 'u-later, in a terminal']);
  expect(ids('turn_finished')).toEqual(['u-before', 'u-later, in a terminal']);
});

test('skips a row that is nested too deeply to be logged, and reads the rest', async ({ store }) => {
  const { log, reader, folder } = store;
  const path = join(folder, 'transcript.jsonl');
  const deep = `{"type":"something-new","a":${'['.repeat(20_000)}${']'.repeat(20_000)}}\n`;
  writeFileSync(path, deep + toLines([promptRow('p', 0)]));
  await new TranscriptFile({ path, sessionId: SESSION, log, reader, now: () => NOON }).catchUp();
  const types = reader
    .events({ after: 0, sessionId: SESSION, limit: 100 })
    .map(({ json }) => (JSON.parse(json) as ReinsEvent).type);
  expect(types).toEqual(['row_skipped', 'prompt_submitted']);
});

test('rows before the first one with a time are not dated 1970', async ({ store }) => {
  const { log, reader, folder } = store;
  const read = async (name: string, rows: readonly object[]) => {
    const path = join(folder, name);
    writeFileSync(path, toLines(rows));
    await new TranscriptFile({ path, sessionId: SESSION, log, reader, now: () => NOON }).catchUp();
    const events = reader.events({ after: 0, sessionId: SESSION, limit: 100 });
    return events.map(({ json }) => (JSON.parse(json) as ReinsEvent).at);
  };
  const untimed = [
    { type: 'summary', summary: 'An older session', leafUuid: 'l' },
    { type: 'something-new', uuid: 'n' },
  ];
  const noon = new Date(NOON).toISOString();
  expect(await read('a.jsonl', [...untimed, promptRow('p', 0)])).toEqual([noon, noon, noon]);
  const more = await read('b.jsonl', [{ type: 'another', uuid: 'only' }]);
  expect(more.slice(3).map((at) => at.slice(0, 2))).toEqual(['20']);
});

describe('a restarted hub', () => {
  const turn = (id: string, seconds: number, parentUuid?: string) => [
    promptRow(id, seconds, { parentUuid: parentUuid ?? null }),
    textRow(id, seconds + 1, `about ${id}`),
  ];
  /** Each follows the last row of the one before. */
  const turns = Array.from({ length: 40 }, (_, index) =>
    turn(`p${index}`, index * 10, index > 0 ? `a-p${index - 1}` : undefined),
  ).flat();
  const tail = {
    'continues where it stopped': turn('next', 500, 'a-p39'),
    'sees that the newest prompt was undone': turn('instead', 500, 'a-p38'),
    'reads from the beginning when a prompt goes far back': turn('again', 500, 'a-p3'),
    'reads from the beginning when a prompt follows nothing': turn('alone', 500),
    'knows which turn is over': [
      row('end', 500, { type: 'system', subtype: 'turn_duration', durationMs: 5 }),
    ],
  };

  for (const [story, added] of Object.entries(tail)) {
    test(story, async ({ store }) => {
      const path = join(store.folder, 'transcript.jsonl');
      const read = (from: TestStore) =>
        new TranscriptFile({
          log: from.log,
          reader: from.reader,
          path,
          sessionId: SESSION,
          now: () => NOON,
        }).catchUp();
      writeFileSync(path, toLines(turns));
      await read(store);
      const again = store.reopen();
      const rows = vi.spyOn(adapter, 'readTranscriptRow');
      appendFileSync(path, toLines(added));
      await read(again);
      const isWhole = story.startsWith('reads from the beginning');
      // The row that shows it is read twice.
      expect(rows.mock.calls.length).toBe(added.length + (isWhole ? turns.length + 1 : 0));
      rows.mockRestore();
      const plain = openStore(mkdtempSync(join(store.folder, 'plain-')));
      readThrough(plain, SESSION, path);
      expect(showAll(again, SESSION)).toEqual(showAll(plain, SESSION));
      for (const { close } of [again, plain]) close();
    });
  }
});
