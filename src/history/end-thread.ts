/** Asks a history thread to end, and waits for its current work. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { STOP } from './thread-messages.ts';

/** A stuck thread, for example on a disk that does not respond, must not keep the hub from ending. */
const PATIENCE_MS = 10_000;

export async function endThread(worker: Worker): Promise<void> {
  const exited = once(worker, 'exit');
  worker.postMessage(STOP);
  const timer = setTimeout(() => void worker.terminate(), PATIENCE_MS);
  await exited.catch(() => {});
  clearTimeout(timer);
}
