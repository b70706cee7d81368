/**
 * Puts the calling thread behind the others of its process and of the machine: two threads that read a gigabyte would
 * otherwise make one that only has to answer wait its turn for a tenth of a second.
 */
import { setPriority } from 'node:os';
import { platform } from './platform.ts';

const BACKGROUND = 5;

/** For a thread that never needs to be quick: there is no way back without special rights. */
export function yieldToOthers(): void {
  // Elsewhere the priority is that of the whole process.
  if (!platform.hasThreadPriorities) return;
  try {
    setPriority(BACKGROUND);
  } catch {
    // As quick as the others, then.
  }
}
