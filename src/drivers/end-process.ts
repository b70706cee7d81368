/** Ends a claude that has no other channel: TERM, which lets it end its tools, then KILL. */
import { isProcessAlive, type ProcessMark } from '../lib/process-identity.ts';
import { waitUntil } from '../lib/wait-until.ts';
import { killTools } from './leftovers.ts';

const PATIENCE_MS = 10_000;

/** Resolves once it has ended. */
export async function endProcess(claude: ProcessMark): Promise<void> {
  if (!isProcessAlive(claude.pid, claude.startMark)) return;
  send(claude.pid, 'SIGTERM');
  if (await hasEnded(claude)) return;
  send(claude.pid, 'SIGKILL');
  await hasEnded(claude);
  killTools(claude);
}

/** Gives an ending process some time to exit. */
export function hasEnded({ pid, startMark }: ProcessMark): Promise<boolean> {
  const isGone = () => !isProcessAlive(pid, startMark);
  return waitUntil('claude to end', isGone, { timeoutMs: PATIENCE_MS, everyMs: 50 }).catch(() => false);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already exited.
  }
}
