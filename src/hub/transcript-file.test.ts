import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ReinsEvent } from '../protocol/events.ts';
import { NOON, SESSION, storeTest as test } from '../store/store-test.ts';
import { TranscriptFile } from './transcript-file.ts';

const row = (uuid: string, minutes: number, entrypoint: string, facts: object) => ({
  ...{ uuid, entrypoint, timestamp: new Date(NOON + minutes * 60_000).toISOString() },
  ...facts,
});
const prompt = (id: string, minutes: number, entrypoint: string) =>
  row(`u-${id}`, minutes, entrypoint, { type: 'user', promptId: id, message: { content: id } });
const interrupt = (id: string, minutes: number, entrypoint: string) =>
  row(`i-${id}`, minutes, entrypoint, {
    ...{ type: 'user', promptId: id },
    message: { content: '[Request interrupted by user]' },
  });

test('the end of a turn is left to the stream that told it, and to no other', async ({ store }) => {
  const { log, reader, folder } = store;
  store.add({ type: 'control_changed', driver: 'stream', capabilities: [], source: 'driver', at: NOON });
  const path = join(folder, 'transcript.jsonl');
  const turn = (id: string, minutes: number, entrypoint: string) => [
    prompt(id, minutes, entrypoint),
    interrupt(id, minutes, entrypoint),
  ];
  const rows = [
    ...turn('before', -5, 'sdk-cli'),
    ...turn('streamed', 5, 'sdk-cli'),
    ...turn('later, in a terminal', 9, 'cli'),
  ];
  writeFileSync(path, rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
  await new TranscriptFile({ path, sessionId: SESSION, log, reader }).catchUp();
  const events = reader.events({ after: 0, sessionId: SESSION, limit: 100 });
  const told = events.map(({ json }) => JSON.parse(json) as ReinsEvent);
  const ids = (type: string) =>
    told.flatMap((one) => (one.type === type && 'prompt_id' in one ? [one.prompt_id] : []));
  expect(ids('prompt_submitted')).toEqual(['before', 'streamed', 'later, in a terminal']);
  expect(ids('turn_finished')).toEqual(['before', 'later, in a terminal']);
});
