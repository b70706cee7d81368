/** Asks the person at the terminal a yes-or-no question; anything except yes means no. */
import { createInterface } from 'node:readline/promises';
import { cleanLine } from './clean-text.ts';

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** `words` are shown on their own line, above the question. */
export async function confirm(
  words: string,
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  const terminal = createInterface({ input, output });
  const left = new AbortController();
  // Ctrl-C and Ctrl-D close it without an answer.
  terminal.once('close', () => left.abort());
  try {
    const text = `${cleanLine(words)}\n${question} [y/N] `;
    return /^y(es)?$/i.test((await terminal.question(text, { signal: left.signal })).trim());
  } catch (error) {
    if (left.signal.aborted) return false;
    throw error;
  } finally {
    terminal.close();
  }
}
