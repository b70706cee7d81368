/**
 * A thread that reads files while the one that asked for it writes: parsing and writing take about as long as each other.
 * Both sides of it are here: whoever writes asks for more, so that it never runs far ahead.
 */
import { type MessagePort, Worker } from 'node:worker_threads';
import { type FileNews, type JobNews, readJobs } from './read-jobs.ts';
import type { FileJob } from './read-pieces.ts';
import { THREAD_LIMITS, type ThreadOrder } from './thread-messages.ts';

/** Pieces that may lie ready: each is what a megabyte of transcript holds. */
const AHEAD = 4;
/** Files that it is told of together. */
const JOBS_TOGETHER = 200;

/** To the thread: more files to read, or more pieces wanted. */
type ReadingRequest = { readonly jobs: readonly FileJob[] } | { readonly more: number };

/** Throws when the thread fails. The thread ends with the reading. */
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
  /** Files that the thread knows of, in the order in which it reads them. */
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
