/** Prints what a command is waiting for, at a terminal, if it takes unexpectedly long. */

const UNEXPECTED_MS = 1000;

export async function printIfSlow<T>(
  work: Promise<T>,
  words: string,
  output: { readonly isTTY?: boolean; write(text: string): unknown } = process.stderr,
): Promise<T> {
  if (output.isTTY !== true) return work;
  const timer = setTimeout(() => output.write(`${words}\n`), UNEXPECTED_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** Every command that needs a whole session waits until it has been read. */
export const READING = 'Reading its transcript for the first time; this takes a while for a long session …';
