/**
 * The program of the history threads: one updates history, another reads files for it, a third answers
 * searches.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { yieldToOthers } from '../lib/yield-to-others.ts';
import type { HistoryProgress } from '../protocol/history.ts';
import { openHistory, openHistoryToRead } from '../store/history/history-database.ts';
import { HistoryReader } from '../store/history/history-reader.ts';
import { HistoryWriter } from '../store/history/history-writer.ts';
import { indexTranscripts } from './indexer.ts';
import { readJobs } from './read-jobs.ts';
import type { FileJob } from './read-pieces.ts';
import { readJobsInThread, serveReading } from './reading-thread.ts';
import { searchHistory } from './search-history.ts';
import {
  type IndexNews,
  type IndexRequest,
  type ReadReply,
  type ReadRequest,
  STOP,
  type ThreadOrder,
} from './thread-messages.ts';

type IndexOrder = Extract<ThreadOrder, { role: 'index' }>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** With less to read, a second thread does not pay off. */
const WORTH_A_THREAD = 16 * 1024 * 1024;

const port = parentPort;
if (!port) throw new Error('This file runs only in a thread of Reins.');
const order = workerData as ThreadOrder;
// A person waits for search results; reading transcripts has the lowest priority.
if (order.role !== 'read') yieldToOthers();
switch (order.role) {
  case 'index':
    keepUpToDate(port, order);
    break;
  case 'parse':
    serveReading(port);
    break;
  case 'read':
    answerSearches(port, order.file);
}

function keepUpToDate(port: MessagePort, { file, configFolder, program, stopping }: IndexOrder): void {
  const isStopped = () => Atomics.load(stopping, 0) !== 0;
  const report = (news: IndexNews) => port.postMessage(news);
  const { database, aside } = openHistory(file);
  if (aside) {
    report({ type: 'notice', text: `${file} was damaged and is now ${aside}. Transcripts are read again.` });
  }
  const writer = new HistoryWriter(database);
  const read = (jobs: Iterable<FileJob>, bytes: number) =>
    bytes < WORTH_A_THREAD ? readJobs(jobs) : readJobsInThread(program, jobs);
  const look = async ({ transcripts, days = 0 }: IndexRequest) => {
    if (isStopped()) return;
    const isAll = transcripts === 'all';
    const onProgress = (progress: HistoryProgress) => isAll && report({ type: 'progress', progress });
    const was = isAll ? writer.goneSessions() : [];
    const { unreadable } = await indexTranscripts({
      configFolder,
      transcripts,
      writer,
      onProgress,
      read,
      isStopped,
    });
    if (isStopped()) return;
    const removed = days > 0 ? writer.removeGone(Date.now() - days * DAY_MS) : 0;
    if (removed > 0) report({ type: 'notice', text: describeRemoval(removed, days) });
    if (isAll) writer.settle();
    const gone = isAll ? writer.goneSessions() : [];
    const stillGone = new Set(gone);
    const back = was.filter((sessionId) => !stillGone.has(sessionId));
    report({ type: 'done', totals: writer.totals(), ...(isAll && { unreadable, gone: { gone, back } }) });
  };
  let before = Promise.resolve();
  port.on('message', (request: IndexRequest | typeof STOP) => {
    if (request === STOP) {
      void before.then(() => port.close());
      return;
    }
    before = before
      .then(() => look(request))
      .catch((error: Error) => {
        report({ type: 'failed', reason: error.message });
        port.close();
      });
  });
}

function describeRemoval(removed: number, days: number): string {
  return (
    `Removed the copies of ${removed} deleted transcripts: ` +
    `they were older than ${days} days, the limit set by history_days.`
  );
}

function answerSearches(port: MessagePort, file: string): void {
  let reader: HistoryReader | undefined;
  port.on('message', (request: ReadRequest | typeof STOP) => {
    if (request === STOP) {
      port.close();
      return;
    }
    const { id } = request;
    const reply = (message: ReadReply) => port.postMessage(message);
    try {
      const database = reader ? undefined : openHistoryToRead(file);
      if (database) reader = new HistoryReader(database);
      reply({ id, answer: answer(request, reader) });
    } catch (error) {
      reply({ id, failure: (error as Error).message });
    }
  });
}

/** Undefined if history is still empty. */
function answer({ kind, ask }: ReadRequest, reader: HistoryReader | undefined): unknown {
  switch (kind) {
    case 'search':
      return reader ? searchHistory(reader, ask, Date.now()) : { hits: [] };
    case 'files':
      return reader?.files(ask) ?? [];
    case 'lines':
      return reader?.lines(ask.file, ask.after) ?? [];
  }
}
