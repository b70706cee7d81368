/** The end of a log file, and what is added to it. Copes with a file that is emptied when it is full. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { isMissing } from '../../lib/is-missing.ts';

/** Far more than a screen, and fast to read. */
const MAX_BYTES = 1024 * 1024;
const LOOK_EVERY_MS = 500;

/** The last `lines` lines, and the length of the file. Empty if there is no file. */
export function tailOf(file: string, lines: number): { readonly text: string; readonly end: number } {
  const { text, end } = readFrom(file, (size) => Math.max(0, size - MAX_BYTES));
  const all = text.split(/(?<=\n)/);
  return { text: all.slice(Math.max(0, all.length - lines)).join(''), end };
}

/** Until the signal. */
export async function followFile(
  file: string,
  from: number,
  print: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let place = from;
  while (!signal.aborted) {
    const { text, end } = readFrom(file, (size) => (size < place ? 0 : place));
    if (text !== '') print(text);
    place = end;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_EVERY_MS);
      signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
    });
  }
}

function readFrom(file: string, start: (size: number) => number): { text: string; end: number } {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    if (isMissing(error)) return { text: '', end: 0 };
    throw error;
  }
  try {
    const { size } = fstatSync(descriptor);
    const from = start(size);
    const bytes = Buffer.alloc(size - from);
    const read = readSync(descriptor, bytes, 0, bytes.length, from);
    return { text: bytes.subarray(0, read).toString(), end: from + read };
  } finally {
    closeSync(descriptor);
  }
}
