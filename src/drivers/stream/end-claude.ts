/** Ends a claude that does not exit: TERM, which lets it end its tools, then KILL if needed. */
import { isProcessAlive } from '../../lib/process-identity.ts';
import { waitUntil } from '../../lib/wait-until.ts';
import { killGroup, killTools } from '../leftovers.ts';
import type { ProcessMark } from './run-folder.ts';

export interface Claude {
  readonly leader: ProcessMark;
  readonly claude: ProcessMark;
}

/** Waits `patienceMs` for it to exit, then as long again after TERM. Resolves once it has ended. */
export async function endClaude(run: Claude, patienceMs: number): Promise<void> {
  if (await isGoneWithin(run, patienceMs)) return;
  signal(run.claude, 'SIGTERM');
  if (await isGoneWithin(run, patienceMs)) return;
  signal(run.claude, 'SIGKILL');
  if (isAlive(run.leader)) killGroup(run.leader);
  await isGoneWithin(run, patienceMs);
  killTools(run.claude);
}

export function isAlive({ pid, startMark }: ProcessMark): boolean {
  return isProcessAlive(pid, startMark);
}

async function isGoneWithin({ leader, claude }: Claude, timeoutMs: number): Promise<boolean> {
  const look = () => !isAlive(leader) && !isAlive(claude);
  return waitUntil('claude to end', look, { timeoutMs, everyMs: 50 }).then(
    () => true,
    () => false,
  );
}

function signal({ pid, startMark }: ProcessMark, name: NodeJS.Signals): void {
  try {
    if (isProcessAlive(pid, startMark)) process.kill(pid, name);
  } catch {
    // It has already exited.
  }
}
