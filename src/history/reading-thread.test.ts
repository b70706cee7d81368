/**
 * The thread that reads files for the writer: as much as requested, in order, whatever happens to single
 * files.
 */
import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { waitUntil } from '../../stage/patience.ts';
import { listTranscripts } from '../claude/transcript-files.ts';
import { promptRow, startTestHistory } from './history-fixture.ts';
import type { FileNews } from './read-jobs.ts';
import { serveReading } from './reading-thread.ts';

test('returns no more pieces than requested, and a missing file blocks nothing', async () => {
  using history = startTestHistory();
  for (const digit of ['1', '2', '3']) {
    const path = history.path(`${digit.repeat(8)}-1111-4111-8111-111111111111`);
    history.write(path, promptRow(`zebra ${digit}`), promptRow('x'.repeat(1_500_000)));
  }
  const jobs = [...listTranscripts(history.folder)].map((found) => ({ found, known: undefined }));
  const gone = { found: { ...(jobs[0] as (typeof jobs)[0]).found, path: join(history.folder, 'gone') } };
  const { port1, port2 } = new MessageChannel();
  serveReading(port1);
  const news: FileNews[] = [];
  const reported = async (count: number) => {
    await waitUntil(`${count} messages`, () => {
      for (let next = receiveMessageOnPort(port2); next; next = receiveMessageOnPort(port2)) {
        news.push(next.message);
      }
      return news.length >= count;
    });
    return news.splice(0).map((one) => ('end' in one ? one.end : 'piece'));
  };
  try {
    port2.postMessage({ more: 1 });
    port2.postMessage({ jobs: jobs.slice(0, 1) });
    port2.postMessage({ jobs: [{ ...gone, known: undefined }, ...jobs.slice(1)] });
    expect(await reported(1)).toEqual(['piece']);
    port2.postMessage({ more: 2 });
    expect(await reported(4)).toEqual(['piece', 'read', 'unreadable', 'piece']);
    port2.postMessage({ more: 10 });
    expect(await reported(5)).toEqual(['piece', 'read', 'piece', 'piece', 'read']);
  } finally {
    port1.close();
  }
});
