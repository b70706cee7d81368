/** Ends a claude that does not end by itself: TERM, which lets it end its tools, and where that is not enough KILL. */
import { isProcessAlive } from '../../lib/process-identity.ts';
import { waitUntil } from '../../lib/wait-until.ts';
import { killGroup, killTools } from '../leftovers.ts';
import type { ProcessMark } from './run-folder.ts';

export interface Claude {
  readonly leader: ProcessMark;
  readonly claude: ProcessMark;
}

/** Waits `patienceMs` for it to go by itself, then as long after TERM. Resolves once it is gone. */
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
    // Gone already.
  }
}
