/** Replaces a file in one step: readers see the old content or the new, never a partial file. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';

export function writeFileAtomically(path: string, content: string, mode = 0o600): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, content, { mode });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
