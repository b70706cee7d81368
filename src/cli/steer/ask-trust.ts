/**
 * Asks the person at the terminal whether they trust a folder, if the hub reports that it is not trusted yet.
 */
import { untrustedFolder, untrustedText } from '../../core/wording/trust-text.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { confirm } from '../terminal/confirm.ts';
import { isAtTerminal } from './open-terminal.ts';

/** The field of the request; empty without consent. */
export interface Trust {
  readonly trust?: true;
}

/** `isTrusted`: given on the command line. Throws `folder_not_trusted` without consent. */
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
    if (isAtTerminal() && (await confirm(untrustedText(folder), 'Do you trust it?')))
      return start({ trust: true });
    throw new ReinsError(
      'folder_not_trusted',
      `${untrustedText(folder)} If you trust it, run the command again with --trust.`,
      { folder },
    );
  }
}
