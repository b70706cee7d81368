/** Ends a claude that nobody talks to in another way: TERM, which lets it end its tools, then KILL. */
import { isProcessAlive } from '../lib/process-identity.ts';
import { waitUntil } from '../lib/wait-until.ts';

export interface ProcessToEnd {
  readonly pid: number;
  readonly startMark: string;
}

const PATIENCE_MS = 10_000;

/** Resolves once it is gone. */
export async function endProcess(target: ProcessToEnd): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isProcessAlive(target.pid, target.startMark)) return;
    send(target.pid, signal);
    if (await hasEnded(target)) return;
  }
}

/** Gives a process that should be ending some time to do so. */
export function hasEnded({ pid, startMark }: ProcessToEnd): Promise<boolean> {
  const isGone = () => !isProcessAlive(pid, startMark);
  return waitUntil('claude to end', isGone, { timeoutMs: PATIENCE_MS, everyMs: 50 }).catch(() => false);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
}
