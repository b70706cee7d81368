/** Where a Unix socket can lie: its path must be short, and its folder must belong to its owner alone. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** The longest path a Unix socket may have on every system we know, with room to spare. */
const SOCKET_PATH_BYTES = 100;

/**
 * In the folder, or, where that would be too long a path, in a private folder and named after where it belongs: in the
 * one for sockets of this user, or in the temporary folder. A socket of ours that is there already counts first, since not every process
 * of a user has the same environment.
 */
export function socketFileIn(
  folder: string,
  name: string,
  { XDG_RUNTIME_DIR: runtime }: NodeJS.ProcessEnv = process.env,
): string {
  const inside = join(folder, name);
  if (isShort(inside)) return inside;
  const hash = createHash('sha256').update(inside).digest('hex').slice(0, 16);
  const temporary = join('/tmp', `reins-${userInfo().uid}`, `${hash}.sock`);
  if (!runtime || !isAbsolute(runtime) || !isOursAlone(runtime)) return temporary;
  const file = join(runtime, 'reins', `${hash}.sock`);
  if (!isShort(file)) return temporary;
  return !isOwnSocket(file) && isOwnSocket(temporary) ? temporary : file;
}

/** Makes the socket's folder. Outside of a home its name is known to everybody, so it throws unless it is ours alone. */
export function prepareSocketFolder(file: string): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isOursAlone(folder)) {
    throw new Error(`${folder} must belong to you alone. Run "chmod 700 ${folder}" or remove it.`);
  }
}

/** A socket that only we can have made. */
export function isOwnSocket(file: string): boolean {
  const found = look(file);
  return found?.isSocket() === true && found.uid === process.getuid?.() && isOursAlone(dirname(file));
}

function isOursAlone(folder: string): boolean {
  const found = look(folder);
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

/** Of a link: the link itself. */
function look(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

function isShort(file: string): boolean {
  return Buffer.byteLength(file) <= SOCKET_PATH_BYTES;
}
