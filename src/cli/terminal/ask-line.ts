/** Asks for one line of input. */
import { createInterface } from 'node:readline/promises';

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Undefined if the input ends without a line: Ctrl-C, Ctrl-D, or the end of a file. */
export async function askLine(question: string, terminal: Terminal): Promise<string | undefined> {
  const lines = createInterface(terminal);
  const left = new AbortController();
  lines.once('close', () => left.abort());
  try {
    return (await lines.question(question, { signal: left.signal })).trim();
  } catch (error) {
    if (left.signal.aborted) return undefined;
    throw error;
  } finally {
    lines.close();
  }
}
