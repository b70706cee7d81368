/** A hundred thousand small transcripts: the hub responds throughout, finds their content, and stays small. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { peakMegabytes } from '../../bench/process-figures.ts';
import { createClient } from '../../src/sdk/index.ts';
import { waitUntil } from '../../stage/patience.ts';
import { reinsTest } from '../reins-process.ts';
import { isLong } from '../repetitions.ts';

const FILES = isLong ? 100_000 : 500;
const MOST_MEGABYTES = 200;

reinsTest('many small transcripts are listed and searched', async ({ user }) => {
  for (let index = 0; index < FILES; index++) {
    const folder = join(user.claudeConfig, 'projects', `project-${index % 50}`);
    if (index < 50) mkdirSync(folder, { recursive: true });
    const id = `${index.toString(16).padStart(8, '0')}-1111-4111-8111-111111111111`;
    const words = index === FILES >> 1 ? 'the lonely zebra' : `horse number ${index}`;
    const row = { type: 'user', uuid: id, timestamp: '2026-01-01T10:00:00Z', message: { content: words } };
    writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(row)}\n`);
  }
  const hub = user.reins(['up', '--port', '0']);
  const [, url = ''] = await hub.waitForOutput(/is up at (\S+)/);
  const token = readFileSync(join(user.reinsHome, 'token'), 'utf8').trim();
  const client = createClient({ url, token });
  await waitUntil('all to be read', async () => (await client.history()).state === 'ready');
  expect((await client.history()).progress).toMatchObject({ files: FILES, files_read: FILES });
  expect((await client.search('zebra')).items).toHaveLength(1);
  await waitUntil('all to be listed', async () => {
    let count = 0;
    for await (const _ of client.listAll({ limit: 500 })) count++;
    return count === FILES;
  });
  expect(hub.output().stderr).toBe('');
  // With few files, this would not show the memory per file.
  if (isLong && process.platform === 'linux') {
    expect(peakMegabytes(hub.child.pid as number)).toBeLessThanOrEqual(MOST_MEGABYTES);
  }
});
