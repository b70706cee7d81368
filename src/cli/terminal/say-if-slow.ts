/** Tells a person at the terminal what is being waited for, once it takes longer than anyone expects. */

const UNEXPECTED_MS = 1000;

export async function sayIfSlow<T>(
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

/** Everything that looks at a whole session waits for it to be read. */
export const READING = 'Reading its transcript for the first time, which takes a while for a long one …';
