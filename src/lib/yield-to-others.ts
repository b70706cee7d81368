/**
 * Lowers the priority of the calling thread. Otherwise two threads that read a gigabyte delay a thread that only has to
 * answer by a tenth of a second.
 */
import { setPriority } from 'node:os';
import { platform } from './platform.ts';

const BACKGROUND = 5;

/** For a thread that never needs to be fast: raising the priority again requires special rights. */
export function yieldToOthers(): void {
  // On other systems the priority is that of the whole process.
  if (!platform.hasThreadPriorities) return;
  try {
    setPriority(BACKGROUND);
  } catch {
    // Continue at normal priority.
  }
}
