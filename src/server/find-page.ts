/** Finds the folder of the built page. */
import { dirname, join } from 'node:path';
import { findBuiltFile } from '../lib/find-built-file.ts';

/** Undefined if the page was never built; the API works without it. */
export function findPage(): string | undefined {
  const assets = findBuiltFile(join('web', 'assets'), import.meta.dirname);
  return assets === undefined ? undefined : dirname(assets);
}
