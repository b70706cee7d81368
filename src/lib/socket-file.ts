/** Where a Unix socket can lie: its path must be short, and its folder must belong to its owner alone. */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** The longest path a Unix socket may have on every system we know, with room to spare. */
const SOCKET_PATH_BYTES = 100;

/** In the folder, or, where that would be too long a path, in a private folder and named after where it belongs. */
export function socketFileIn(folder: string, name: string): string {
  const inside = join(folder, name);
  if (Buffer.byteLength(inside) <= SOCKET_PATH_BYTES) return inside;
  const hash = createHash('sha256').update(inside).digest('hex').slice(0, 16);
  return join('/tmp', `reins-${userInfo().uid}`, `${hash}.sock`);
}

/** Makes the socket's folder. Outside of a home its name is known to everybody, so it throws unless it is ours alone. */
export function prepareSocketFolder(file: string): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) {
    throw new Error(`${folder} must belong to you alone. Run "chmod 700 ${folder}" or remove it.`);
  }
}
