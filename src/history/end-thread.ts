/** Ends a thread of history: it is asked to, and what it is at is waited for. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { STOP } from './thread-messages.ts';

/** One that is stuck, on a disk that does not answer for instance, must not keep the hub from ending. */
const PATIENCE_MS = 10_000;

export async function endThread(worker: Worker): Promise<void> {
  const exited = once(worker, 'exit');
  worker.postMessage(STOP);
  const timer = setTimeout(() => void worker.terminate(), PATIENCE_MS);
  await exited.catch(() => {});
  clearTimeout(timer);
}
