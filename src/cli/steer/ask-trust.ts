/** Asks the person at the terminal whether they trust a folder, when the hub says that nobody has yet. */
import { untrustedFolder, untrustedWords } from '../../core/words/trust-words.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { confirm } from '../terminal/confirm.ts';
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
    if (isAtTerminal() && (await confirm(untrustedWords(folder), 'Do you trust it?')))
      return start({ trust: true });
    throw new ReinsError(
      'folder_not_trusted',
      `${untrustedWords(folder)} If you trust it, run the command again with --trust.`,
      { folder },
    );
  }
}
