/** `hub.json`: how programs on this machine find the running hub. It may be stale after a crash; the lock decides. */
import { readFileSync, rmSync } from 'node:fs';
import { writeFileAtomically } from '../../lib/write-file-atomically.ts';
import { type HubFile, hubFileSchema } from '../../protocol/hub.ts';
import type { ReinsHome } from './reins-home.ts';

export function writeHubFile({ hubFile }: ReinsHome, content: HubFile): void {
  writeFileAtomically(hubFile, `${JSON.stringify(content, null, 2)}\n`);
}

/** Undefined when there is none, or when it is not ours to understand. */
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
