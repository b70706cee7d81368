/** Asks for one line of input. */
import { createInterface } from 'node:readline/promises';

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Stops waiting for the line. */
  readonly signal?: AbortSignal | undefined;
}

/** Undefined if there is no line: Ctrl-C, Ctrl-D, the end of a file, or the signal. */
export async function askLine(
  question: string,
  { input, output, signal }: Terminal,
): Promise<string | undefined> {
  const lines = createInterface({ input, output });
  const left = new AbortController();
  const leave = () => left.abort();
  lines.once('close', leave);
  signal?.addEventListener('abort', leave);
  try {
    return (await lines.question(question, { signal: left.signal })).trim();
  } catch (error) {
    if (left.signal.aborted) return undefined;
    throw error;
  } finally {
    signal?.removeEventListener('abort', leave);
    lines.close();
  }
}
