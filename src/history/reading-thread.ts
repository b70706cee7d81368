/**
 * A thread that reads files while its caller writes: parsing and writing take about the same time. Both sides
 * of it are here. The writer requests more, so that the thread never runs far ahead.
 */
import { type MessagePort, Worker } from 'node:worker_threads';
import { type FileNews, type JobNews, readJobs } from './read-jobs.ts';
import type { FileJob } from './read-pieces.ts';
import { THREAD_LIMITS, type ThreadOrder } from './thread-messages.ts';

/** Pieces that may be ready: each is a megabyte of transcript. */
const AHEAD = 4;
/** Files that are sent to it together. */
const JOBS_TOGETHER = 200;

/** To the thread: more files to read, or a request for more pieces. */
type ReadingRequest = { readonly jobs: readonly FileJob[] } | { readonly more: number };

/** Throws if the thread fails. The thread ends with the reading. */
export async function* readJobsInThread(
  program: string,
  jobs: Iterable<FileJob>,
): AsyncGenerator<JobNews, void> {
  const order: ThreadOrder = { role: 'parse' };
  const worker = new Worker(program, {
    workerData: order,
    env: {},
    resourceLimits: THREAD_LIMITS,
  });
  const send = (request: ReadingRequest) => worker.postMessage(request);
  const arrived: FileNews[] = [];
  let wake = () => {};
  worker.on('message', (news: FileNews) => {
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
  const waiting = jobs[Symbol.iterator]();
  /** Files that were sent to the thread, in reading order. */
  const sent: FileJob[] = [];
  const sendMore = () => {
    if (sent.length > JOBS_TOGETHER / 2) return;
    const batch = takeSome(waiting, JOBS_TOGETHER);
    if (batch.length > 0) send({ jobs: batch });
    sent.push(...batch);
  };
  try {
    send({ more: AHEAD });
    for (sendMore(); sent[0]; sendMore()) {
      const news = arrived.shift();
      if (!news) {
        if (problem) throw problem;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      yield { job: sent[0], news };
      if ('end' in news) sent.shift();
      else send({ more: 1 });
    }
  } finally {
    await worker.terminate();
  }
}

function takeSome(jobs: Iterator<FileJob>, most: number): FileJob[] {
  const taken: FileJob[] = [];
  while (taken.length < most) {
    const { value, done } = jobs.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

/** What the thread does. */
export function serveReading(port: MessagePort): void {
  const batches: (readonly FileJob[])[] = [];
  let reading = readJobs([]);
  let wanted = 0;
  port.on('message', (request: ReadingRequest) => {
    if ('jobs' in request) batches.push(request.jobs);
    else wanted += request.more;
    while (wanted > 0) {
      const { value } = reading.next();
      if (value) {
        if ('piece' in value.news) wanted -= 1;
        port.postMessage(value.news);
        continue;
      }
      const batch = batches.shift();
      if (!batch) return;
      reading = readJobs(batch);
    }
  });
}
