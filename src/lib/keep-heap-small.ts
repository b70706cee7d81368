/**
 * Has V8 collect garbage of the old generation early: by default it lets a heap of 20 MB grow to 90 before it looks, and listing
 * a hundred thousand transcripts leaves that much. For all threads of the process, from now on.
 */
import { setFlagsFromString } from 'node:v8';

/** How much a heap may grow between two collections, beside the young generation. */
const GROWTH_PERCENT = 20;

export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
