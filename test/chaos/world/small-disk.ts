/** A small disk for the hub's home that can be filled up. Needs permission to mount; otherwise there is no such fault. */
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasLivingOwner } from '../../../stage/stage-folder.ts';

const SIZE = '96m';
const MOUNTS = '/proc/mounts';
const STAGE_DISK = /\/reins-stage-\w+\/disk$/;
const BLOCK = Buffer.alloc(256 * 1024);

export class SmallDisk {
  readonly folder: string;
  readonly #ballast: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#ballast = join(folder, 'ballast');
  }

  /** Undefined if mounting is not permitted. */
  static mount(folder: string): SmallDisk | undefined {
    mkdirSync(folder, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'ignore' });
    } catch {
      return undefined;
    }
    return new SmallDisk(folder);
  }

  fill(): void {
    const file = openSync(this.#ballast, 'w');
    try {
      // Down to the last bytes: smaller blocks fit where larger ones do not.
      for (let size = BLOCK.length; size >= 1; size = Math.floor(size / 16)) writeUntilFull(file, size);
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.#ballast, { force: true });
  }

  unmount(): void {
    unmount(this.folder);
  }
}

/** Unmounts the disks of killed runs: otherwise their folders could not be removed. */
export function unmountLeftovers(): void {
  if (!existsSync(MOUNTS)) return;
  const folders = readFileSync(MOUNTS, 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' ')[1] ?? [])
    .filter((folder) => STAGE_DISK.test(folder));
  for (const folder of folders) if (!hasLivingOwner(dirname(folder))) unmount(folder);
}

function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
}

function writeUntilFull(file: number, size: number): void {
  try {
    while (writeSync(file, BLOCK, 0, size) === size);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
