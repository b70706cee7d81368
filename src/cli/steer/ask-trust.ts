/** Asks the person at the terminal whether they trust a folder, when the hub says that nobody has yet. */
import { createInterface } from 'node:readline/promises';
import { untrustedFolder, untrustedWords } from '../../core/words/trust-words.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { isAtTerminal } from './open-terminal.ts';

/** The field of the call; empty without a yes. */
export interface Trust {
  readonly trust?: true;
}

/** `isTrusted`: the person has said so on the command line. Throws `folder_not_trusted` without a yes. */
export async function withTrust<T>(
  isTrusted: boolean | undefined,
  start: (trust: Trust) => Promise<T>,
): Promise<T> {
  if (isTrusted) return start({ trust: true });
  try {
    return await start({});
  } catch (error) {
    const folder = untrustedFolder(error);
    if (folder === undefined) throw error;
    if (isAtTerminal() && (await confirmTrust(folder))) return start({ trust: true });
    throw new ReinsError(
      'folder_not_trusted',
      `${untrustedWords(folder)} If you trust it, run the command again with --trust.`,
      { folder },
    );
  }
}

/** Anything but a yes is a no. */
export async function confirmTrust(
  folder: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  const terminal = createInterface({ input, output });
  const left = new AbortController();
  // Ctrl-C and Ctrl-D close it without an answer.
  terminal.once('close', () => left.abort());
  try {
    const question = `${cleanLine(untrustedWords(folder))}\nDo you trust it? [y/N] `;
    return /^y(es)?$/i.test((await terminal.question(question, { signal: left.signal })).trim());
  } catch (error) {
    if (left.signal.aborted) return false;
    throw error;
  } finally {
    terminal.close();
  }
}
