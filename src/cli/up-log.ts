/** `up.log`, the output of a hub in the background. When it is full, it becomes `up.log.1`, and a new one starts. */
import { copyFileSync, fstatSync, ftruncateSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ReinsHome } from '../hub/home/reins-home.ts';

export const MAX_LOG_BYTES = 5 * 1024 * 1024;

export function upLogFile({ folder }: Pick<ReinsHome, 'folder'>): string {
  return join(folder, 'up.log');
}

/** Opens it for the output of a new process. Returns the file descriptor. */
export function openUpLog(file: string): number {
  if (sizeOf(file) > MAX_LOG_BYTES / 2) renameSync(file, `${file}.1`);
  // In append mode: the process that writes to the file may empty it.
  return openSync(file, 'a', 0o600);
}

type Output = Pick<NodeJS.WriteStream, 'write'> & { readonly fd: number };

/** Keeps `file` bounded while these outputs of this process go there; ignores outputs that go elsewhere. */
export function boundUpLog(
  file: string,
  outputs: readonly Output[] = [process.stdout, process.stderr],
  maxBytes = MAX_LOG_BYTES,
): void {
  const own = outputs.filter(({ fd }) => isSameFile(fd, file));
  let bytes = sizeOf(file);
  for (const output of own) {
    const write = output.write.bind(output) as (...args: unknown[]) => boolean;
    output.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
      bytes += Buffer.byteLength(chunk);
      if (bytes > maxBytes) {
        // The descriptor stays open, so the file is copied and emptied instead of renamed.
        copyFileSync(file, `${file}.1`);
        ftruncateSync(output.fd, 0);
        bytes = Buffer.byteLength(chunk);
      }
      return write(chunk, ...rest);
    };
  }
}

function isSameFile(fd: number, file: string): boolean {
  try {
    const [a, b] = [fstatSync(fd), statSync(file)];
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    return false;
  }
}

/** 0 if there is no such file. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
