/** A file that a flag names: its whole path. Throws a usage error if it cannot be read. */
import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { usageError } from '../usage-error.ts';

export function readableFile(file: string): string {
  try {
    accessSync(file, constants.R_OK);
    return resolve(file);
  } catch {
    throw usageError(`${file} cannot be read.`);
  }
}
