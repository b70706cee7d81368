/**
 * The temporary folder of one stage: everything Claude Code reads and writes is inside it, and every process started on the
 * stage has its path in the environment. So the next run can clean up a stage that was killed.
 */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive, readStartMark } from '../src/lib/process-identity.ts';
import { processes } from '../src/lib/processes.ts';
import { waitUntil } from './patience.ts';

const PREFIX = 'reins-stage-';
/** The environment variable that marks a process as belonging to a stage. Not REINS_*: those are hidden from claude. */
export const STAGE_MARK = 'STAGE_FOLDER';

interface Owner {
  readonly pid: number;
  readonly startMark: string | undefined;
}

export function createStageFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), PREFIX));
  const owner: Owner = { pid: process.pid, startMark: readStartMark(process.pid) };
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(owner));
  return folder;
}

/** Ends every process of the stage, including tool children and the tmux server, and removes its folder. */
export async function removeStageFolder(folder: string): Promise<void> {
  await waitUntil(`the processes of ${folder} to end`, () => {
    const pids = stageProcesses(folder);
    for (const pid of pids) kill(pid);
    return pids.length === 0;
  });
  // A process may have been writing while it was killed.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Removes the stages under `root` whose owner died before it could clean up. Returns their folders. */
export async function sweepLeftovers(root = realpathSync(tmpdir())): Promise<string[]> {
  const abandoned = readdirSync(root)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(root, name))
    .filter((folder) => !hasLivingOwner(folder));
  for (const folder of abandoned) await removeStageFolder(folder);
  return abandoned;
}

/** The pids of the processes that belong to this stage. */
export function stageProcesses(folder: string): number[] {
  // A stage may be opened inside another one's folder.
  return processes.findByVariable(STAGE_MARK, (mark) => mark === folder || mark.startsWith(`${folder}/`));
}

/** True while the process that created the stage is running. */
export function hasLivingOwner(folder: string): boolean {
  try {
    const owner = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8')) as Owner;
    return isProcessAlive(owner.pid, owner.startMark);
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}
