/** Reads `policy.json` from disk, together with everything that shows whether it has changed. Stateless. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMissing } from '../../lib/is-missing.ts';

/** Larger files were not written by hand. */
const MAX_BYTES = 1024 * 1024;

export interface PolicyFileText {
  readonly text: string;
  /** Changes with every change of the text. */
  readonly version: string;
}

/** File metadata, to check cheaply whether the file is unchanged; undefined if there is none. */
export function stampOf(file: string): string | undefined {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs, mode, uid } = statSync(file, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs, mode, uid].join(':');
  } catch (error) {
    return isMissing(error) ? undefined : `error ${(error as Error).message}`;
  }
}

/** Undefined if there is none. Throws with a readable message if it must not or cannot be used. */
export function readPolicyFile(file: string): PolicyFileText | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new Error(`It cannot be read: ${(error as Error).message}.`);
  }
  try {
    const { size, mode, uid } = fstatSync(descriptor);
    if (size > MAX_BYTES) throw new Error('It is larger than 1 MB.');
    if (leadsOut(file) && ((mode & 0o022) !== 0 || (uid !== process.getuid?.() && uid !== 0)))
      throw new Error(
        `It is a link to a file that others may change. Run "chmod go-w" on ${realpathSync(file)}.`,
      );
    const text = readFileSync(descriptor, 'utf8');
    return { text, version: versionOf(text) };
  } finally {
    closeSync(descriptor);
  }
}

/** The real path of the file, or the path where it would be. */
export function realPolicyFile(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Only its owner can enter the home; other folders may be open to others. */
function leadsOut(file: string): boolean {
  return dirname(realpathSync(file)) !== realpathSync(dirname(file));
}
