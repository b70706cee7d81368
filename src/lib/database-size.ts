/** How much disk space an SQLite database takes, with its write-ahead file. */
import { statSync } from 'node:fs';

export function databaseSize(file: string): number {
  const sizes = [file, `${file}-wal`].map((one) => statSync(one, { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}
