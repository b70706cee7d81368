/** Chooses the path of a Unix socket: short enough, and in a folder that only its owner can enter. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** The longest socket path that works on every supported system, with room to spare. */
const SOCKET_PATH_BYTES = 100;

/**
 * In the folder itself or, if that path would be too long, in a private folder under a name derived from it: in the user's
 * runtime folder or in the temporary folder. An existing socket of this user wins, since not every process of a user has the
 * same environment.
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

/** Creates the socket's folder. Outside of a home anyone can guess its name, so this throws unless the folder is private. */
export function prepareSocketFolder(file: string): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isOursAlone(folder)) {
    throw new Error(`${folder} must belong to you alone. Run "chmod 700 ${folder}" or remove it.`);
  }
}

/** True for a socket that only this user can have created. */
export function isOwnSocket(file: string): boolean {
  const found = look(file);
  return found?.isSocket() === true && found.uid === process.getuid?.() && isOursAlone(dirname(file));
}

function isOursAlone(folder: string): boolean {
  const found = look(folder);
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

/** For a symbolic link: the link itself. */
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
