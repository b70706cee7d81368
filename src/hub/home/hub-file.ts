/** `hub.json`: how local programs find the running hub. It may be stale after a crash; the lock decides. */
import { readFileSync, rmSync } from 'node:fs';
import { writeFileAtomically } from '../../lib/write-file-atomically.ts';
import { type HubFile, hubFileSchema } from '../../protocol/hub.ts';
import type { ReinsHome } from './reins-home.ts';

export function writeHubFile({ hubFile }: ReinsHome, content: HubFile): void {
  writeFileAtomically(hubFile, `${JSON.stringify(content, null, 2)}\n`);
}

/** Undefined if it is missing or not readable. */
export function readHubFile({ hubFile }: ReinsHome): HubFile | undefined {
  try {
    return hubFileSchema.parse(JSON.parse(readFileSync(hubFile, 'utf8')));
  } catch {
    return undefined;
  }
}

export function removeHubFile({ hubFile }: ReinsHome): void {
  rmSync(hubFile, { force: true });
}
