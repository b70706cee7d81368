/**
 * A thread that reads files while the one that asked for it writes: parsing and writing take about as long as each other.
 * Both sides of it are here: whoever writes asks for more, so that it never runs far ahead.
 */
import { type MessagePort, Worker } from 'node:worker_threads';
import { type JobNews, readJobs } from './read-jobs.ts';
import type { FileJob } from './read-pieces.ts';
import { THREAD_LIMITS, type ThreadOrder } from './thread-messages.ts';

/** Pieces that may lie ready: each is what a megabyte of transcript holds. */
const AHEAD = 4;
/** Files that it is told of together. */
const JOBS_TOGETHER = 200;

/** To the thread: more files to read, or more pieces wanted. */
type ReadingRequest = Batch | { readonly more: number };

interface Batch {
  readonly jobs: readonly FileJob[];
  /** The number of the first of them. */
  readonly first: number;
}

/** Throws when the thread fails. The thread ends with the reading. */
export async function* readJobsInThread(
  program: string,
  jobs: readonly FileJob[],
): AsyncGenerator<JobNews, void> {
  const order: ThreadOrder = { role: 'parse' };
  const worker = new Worker(program, {
    workerData: order,
    env: {},
    resourceLimits: THREAD_LIMITS,
  });
  const send = (request: ReadingRequest) => worker.postMessage(request);
  const arrived: JobNews[] = [];
  let wake = () => {};
  worker.on('message', (news: JobNews) => {
    arrived.push(news);
    wake();
  });
  let problem: Error | undefined;
  const fail = (reason: Error) => {
    problem ??= reason;
    wake();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread that reads transcripts ended')));
  let [sent, ended] = [0, 0];
  try {
    send({ more: AHEAD });
    while (ended < jobs.length) {
      if (sent - ended <= JOBS_TOGETHER / 2 && sent < jobs.length) {
        send({ jobs: jobs.slice(sent, sent + JOBS_TOGETHER), first: sent });
        sent = Math.min(jobs.length, sent + JOBS_TOGETHER);
      }
      const news = arrived.shift();
      if (!news) {
        if (problem) throw problem;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if ('end' in news) ended += 1;
      else send({ more: 1 });
      yield news;
    }
  } finally {
    await worker.terminate();
  }
}

/** What the thread does. */
export function serveReading(port: MessagePort): void {
  const batches: Batch[] = [];
  let news = readJobs([], 0);
  let wanted = 0;
  port.on('message', (request: ReadingRequest) => {
    if ('jobs' in request) batches.push(request);
    else wanted += request.more;
    while (wanted > 0) {
      const { value } = news.next();
      if (value) {
        if ('piece' in value) wanted -= 1;
        port.postMessage(value);
        continue;
      }
      const batch = batches.shift();
      if (!batch) return;
      news = readJobs(batch.jobs, batch.first);
    }
  });
}
